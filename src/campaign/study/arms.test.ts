import { describe, expect, it } from 'vitest';
import { hashOf } from '../../core/canonical.ts';
import { parseShellOptions } from '../../environments/shell/options.ts';
import { SHELL } from '../presets.ts';
import { ARM_NAMES, type ArmName, planStudy, STUDY_FOLDS } from './arms.ts';

const plan = planStudy({
  arms: ARM_NAMES,
  folds: STUDY_FOLDS,
  ablationFolds: STUDY_FOLDS,
  seed: null,
  epochs: null,
});

function configOf(arm: ArmName) {
  const found = plan.campaigns.find((planned) => planned.arm === arm);
  if (!found) throw new Error(`${arm} is not planned`);
  return found.config;
}

const optionsOf = (arm: ArmName) => parseShellOptions(configOf(arm).environments.shell?.options);

describe('the plan of the shell study', () => {
  it('runs every arm in every fold, fold by fold, and begins each with full', () => {
    expect(plan.campaigns.map(({ arm, fold }) => [fold, arm])).toEqual(
      STUDY_FOLDS.flatMap((fold) => ARM_NAMES.map((arm) => [fold, arm])),
    );
    expect(ARM_NAMES[0]).toBe('full');
  });

  it('has another campaign for every arm and fold', async () => {
    const hashes = await Promise.all(
      plan.campaigns.map(({ config: { name: _name, ...decisive } }) => hashOf(decisive)),
    );
    expect(new Set(hashes).size).toBe(plan.campaigns.length);
  });

  it('holds out the fold that it says, and tasks enough for a claim', () => {
    for (const { fold, config } of plan.campaigns) {
      expect(parseShellOptions(config.environments.shell?.options).fold).toBe(fold);
      expect(config.evaluation.heldoutTasks).toBeGreaterThanOrEqual(200);
    }
  });

  it('is the demo, but for the name, the fold and the tasks held out', () => {
    const { name: _name, environments: _environments, evaluation, ...rest } = configOf('full');
    const { name: _demo, environments: _shell, evaluation: demoEvaluation, ...demo } = SHELL.config;
    expect(rest).toEqual(demo);
    expect({ ...evaluation, heldoutTasks: 0 }).toEqual({ ...demoEvaluation, heldoutTasks: 0 });
    expect(optionsOf('full')).toEqual({
      ...parseShellOptions(SHELL.config.environments.shell?.options),
      fold: 0,
    });
  });

  it('takes away what an arm goes without, and nothing else', () => {
    const full = configOf('full');
    expect(configOf('ppo').teacher.labeller).toBe(false);
    expect(configOf('ppo').ppo).toEqual(full.ppo);
    expect(configOf('distillation').ppo).toEqual({
      ...full.ppo,
      policyCoefficient: 0,
      entropyCoefficient: 0,
    });
    expect(configOf('distillation').teacher).toEqual(full.teacher);
    for (const arm of ['ppo', 'distillation'] as const) {
      expect(configOf(arm).lanes).toEqual({ ...full.lanes, statesPerRound: 0 });
      expect(configOf(arm).environments).toEqual(full.environments);
    }
    const changed: [ArmName, object][] = [
      ['statements', { coverage: 'statements' }],
      ['no-coverage', { coverage: 'none' }],
      ['no-tokens', { candidateTokens: false }],
      ['modules-12', { trainModules: 12 }],
      ['modules-24', { trainModules: 24 }],
      ['modules-48', { trainModules: 48 }],
    ];
    for (const [arm, options] of changed) {
      expect(optionsOf(arm)).toEqual({ ...optionsOf('full'), ...options });
      const { name: _name, environments: _environments, ...rest } = configOf(arm);
      const { name: _full, environments: _own, ...fullRest } = full;
      // Scripts are scored once a fold.
      expect(rest).toEqual({ ...fullRest, evaluation: { ...fullRest.evaluation, baselines: false } });
    }
  });

  it('takes seed and epochs when they are given', () => {
    const { seed, epochs, campaigns } = planStudy({
      arms: ['full'],
      folds: [2],
      ablationFolds: [2],
      seed: 11,
      epochs: 3,
    });
    expect({ seed, epochs }).toEqual({ seed: 11, epochs: 3 });
    expect(campaigns).toHaveLength(1);
    expect(campaigns[0]?.config).toMatchObject({ seed: 11, epochs: 3 });
  });

  it('runs ablations in the folds they are asked for, and the ways of learning in all', () => {
    const { campaigns } = planStudy({
      arms: ARM_NAMES,
      folds: [0, 1],
      ablationFolds: [1],
      seed: null,
      epochs: null,
    });
    const armsOf = (fold: number) => campaigns.filter((c) => c.fold === fold).map(({ arm }) => arm);
    expect(armsOf(0)).toEqual(['full', 'ppo', 'distillation']);
    expect(armsOf(1)).toEqual(ARM_NAMES);
  });
});
