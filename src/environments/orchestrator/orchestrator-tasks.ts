/** Generating the orchestrator's tasks: a pure function of the seed and of the work that items stand for. */
import { hashOf } from '../../core/canonical.ts';
import type { Split } from '../../core/contracts.ts';
import { type RandomStream, stream } from '../../core/random.ts';
import { type FamilyRules, RULES } from './rules.ts';
import { type Executor, FAMILIES, type Family, type OrchestratorTask, type WrappedTask } from './task.ts';
import type { WordSplit } from './vocabulary/evidence-phrases.ts';
import { AREA_NAMES, executorKinds, executorNames } from './vocabulary/words.ts';

/** What to generate. */
export interface OrchestratorTaskRequest {
  readonly seed: number;
  /** Training tasks of each family. */
  readonly tasksPerFamily: number;
  /** Real tasks that items may stand for, of every split. */
  readonly items: readonly WrappedTask[];
}

/** Of each family: 132 for monitoring, 84 for validation and 240 held out over all six. */
const OTHERS = { monitor: 22, validation: 14, heldout: 40 } as const;

const SPLITS: readonly Split[] = ['train', 'monitor', 'validation', 'heldout'];

/** Chance that an executor of `dispatch` can work in a second area, too. */
const SECOND_AREA = 0.35;

/**
 * Generates the tasks of all splits. Monitoring tasks share words, executors and wrapped work with
 * training; validation and held-out tasks have executors, words and wrapped work that occur nowhere
 * else. No two tasks are the same.
 * @throws RangeError when a split has no real task to stand for.
 */
export async function generateOrchestratorTasks(
  request: OrchestratorTaskRequest,
): Promise<OrchestratorTask[]> {
  const tasks = new Map<string, OrchestratorTask>();
  for (const split of SPLITS) {
    const items = request.items.filter((item) => item.split === wordSplit(split));
    if (items.length === 0)
      throw new RangeError(`orchestrator tasks: there is no real task of split ${split}`);
    const count = split === 'train' ? request.tasksPerFamily : OTHERS[split];
    for (const family of FAMILIES) {
      for (let index = 0; index < count; index += 1) {
        for (let attempt = 0, made = false; !made; attempt += 1) {
          const draws = stream(request.seed, 'orchestrator', 'task', split, family, index, attempt);
          const task = await makeTask(split, family, items, draws);
          made = !tasks.has(task.contentHash);
          if (made) tasks.set(task.contentHash, task);
        }
      }
    }
  }
  return [...tasks.values()];
}

/** Whose words a split uses. */
export function wordSplit(split: Split): WordSplit {
  return split === 'monitor' ? 'train' : split;
}

async function makeTask(
  split: Split,
  family: Family,
  items: readonly WrappedTask[],
  draws: RandomStream,
): Promise<OrchestratorTask> {
  const rules = RULES[family];
  const item = draws.pick(items);
  const areas = family === 'dispatch' ? draws.shuffle(AREA_NAMES).slice(0, rules.hypotheses.length) : [];
  const content = {
    family,
    item,
    areas,
    executors: drawExecutors(rules, item, areas, wordSplit(split), draws),
    prior: drawPrior(rules, draws),
    checkAccuracy: rules.checks.map(({ accuracy: [low, high] }) => between(low, high, draws)),
  };
  const contentHash = await hashOf(content);
  return {
    ...content,
    environment: 'orchestrator',
    taskId: `orchestrator/${family}/${contentHash.slice(0, 12)}`,
    contentHash,
    cluster: item.cluster,
    split,
  };
}

/** The student of the item's environment and others, in random order. */
function drawExecutors(
  rules: FamilyRules,
  item: WrappedTask,
  areas: readonly string[],
  split: WordSplit,
  draws: RandomStream,
): Executor[] {
  if (rules.executors === 0) return [];
  const names = draws.shuffle(executorNames(split)).slice(1, rules.executors);
  const identities = draws.shuffle([
    { name: `${item.environment} student`, kind: 'student', runs: item.environment },
    ...names.map((name) => ({ name, kind: draws.pick(executorKinds(split)), runs: null })),
  ]);
  return identities.map((identity, i) => ({
    ...identity,
    capabilities: areas.length > 0 ? coveredAreas(areas, i, draws) : draws.shuffle(AREA_NAMES).slice(0, 2),
    reliability: between(0.65, 0.95, draws),
    cost: between(0.03, 0.15, draws),
    hours: 1 + draws.int(8),
  }));
}

/** The executor's own area, at times a second one; never the last, which nobody can do. */
function coveredAreas(areas: readonly string[], executor: number, draws: RandomStream): string[] {
  const own = areas[executor] as string;
  const others = areas.slice(0, -1).filter((area) => area !== own);
  return draws.float() < SECOND_AREA ? [own, draws.pick(others)] : [own];
}

/** Shares around the family's weights, in hundredths; they sum to 1. */
function drawPrior({ priorWeights }: FamilyRules, draws: RandomStream): number[] {
  const weights = priorWeights.map((weight) => weight * (0.5 + draws.float()));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.slice(1).map((weight) => Math.round((100 * weight) / total));
  return [100 - shares.reduce((sum, share) => sum + share, 0), ...shares].map((share) => share / 100);
}

/** Uniform between two bounds, in hundredths. */
function between(low: number, high: number, draws: RandomStream): number {
  return Math.round(100 * (low + (high - low) * draws.float())) / 100;
}
