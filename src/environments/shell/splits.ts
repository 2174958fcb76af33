/** Which modules are for training, tuning and claims. */
import { stream } from '../../core/random.ts';
import { compareModules } from './seed-modules.ts';
import type { ShellOptions } from './task.ts';

/** A module by name. */
export interface ModuleName {
  readonly family: string;
  readonly name: string;
}

/** A module's part in a campaign. */
export interface ModulePlace {
  split: 'train' | 'validation' | 'heldout';
  /** Tasks of a training module that go to the monitor pool, if it has three times as many. */
  monitorTasks: number;
  /** Order in which modules are dealt: the families take turns. */
  turn: number;
}

/** Tasks in the monitor pool, shared evenly by the training modules. */
const MONITOR_POOL = 128;
const PARTS = 5;

/**
 * Seed of the deal. It belongs to the set of modules and not to a campaign: a module that served
 * for tuning in one campaign must not be held out in another.
 */
const DEAL_SEED = 1;

/**
 * Deals the modules out, family by family, so that every part has its share of each: one fifth is
 * validation in every fold, the others are five folds of which `options.fold` is held out and the
 * rest trains. A module beyond `options.trainModules` has no place. A function of the names of all
 * modules and of the options, so that workers which make a few modules each agree on it.
 */
export function placeModules(
  allModules: readonly ModuleName[],
  options: Pick<ShellOptions, 'fold' | 'trainModules'>,
): ReadonlyMap<string, ModulePlace> {
  const dealt: (ModuleName & { rank: number })[] = [];
  for (const [family, members] of byFamily(allModules)) {
    const shuffled = stream(DEAL_SEED, 'shell', 'deal', family).shuffle(members);
    dealt.push(...shuffled.map((module, rank) => ({ ...module, rank })));
  }
  const turns = dealt.toSorted((a, b) => a.rank - b.rank || compareModules(a, b)).map(({ name }) => name);
  const validation = dealt.filter((_, i) => i % PARTS === 0);
  const others = dealt.filter((_, i) => i % PARTS !== 0);
  const heldout = others.filter((_, i) => i % PARTS === options.fold);
  const remaining = others
    .filter((_, i) => i % PARTS !== options.fold)
    .sort((a, b) => turns.indexOf(a.name) - turns.indexOf(b.name));
  const train = options.trainModules > 0 ? remaining.slice(0, options.trainModules) : remaining;

  const places = new Map<string, ModulePlace>();
  const place = (modules: readonly ModuleName[], split: ModulePlace['split']) => {
    modules.forEach(({ name }, i) => {
      const share = Math.floor(MONITOR_POOL / modules.length) + (i < MONITOR_POOL % modules.length ? 1 : 0);
      places.set(name, { split, monitorTasks: split === 'train' ? share : 0, turn: turns.indexOf(name) });
    });
  };
  place(validation, 'validation');
  place(heldout, 'heldout');
  place(train, 'train');
  return places;
}

function byFamily(modules: readonly ModuleName[]): Map<string, ModuleName[]> {
  const families = new Map<string, ModuleName[]>();
  for (const { family, name } of modules.toSorted(compareModules)) {
    families.set(family, [...(families.get(family) ?? []), { family, name }]);
  }
  return families;
}
