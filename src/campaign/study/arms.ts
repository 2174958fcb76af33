/** What the shell study compares: the demo's configuration, and what each arm changes in it. */
import { type CampaignConfig, parseCampaignConfig } from '../../core/campaign-config.ts';
import { SHELL } from '../presets.ts';

/** What an arm changes; everything else is the base. */
interface ArmChanges {
  ppo?: Partial<CampaignConfig['ppo']>;
  teacher?: Partial<CampaignConfig['teacher']>;
  lanes?: Partial<CampaignConfig['lanes']>;
  /** Options of the shell environment. */
  shell?: Record<string, string | number | boolean>;
}

interface Arm {
  name: string;
  /** What the arm is, for a table. */
  description: string;
  changes: ArmChanges;
}

/** The whole method: every other arm is compared with it, and the scripts are scored beside it. */
export const FULL_ARM = 'full';

/**
 * Every arm, in the order in which a fold is run: those that share their tasks with `full` follow
 * it, so that the environment is made once for all of them.
 */
export const STUDY_ARMS = [
  { name: FULL_ARM, description: 'PPO with the labeller', changes: {} },
  {
    name: 'ppo',
    description: 'PPO alone: no labels, no lane states',
    changes: { teacher: { labeller: false }, lanes: { statesPerRound: 0 } },
  },
  {
    name: 'distillation',
    description: 'Distillation alone: no policy gradient, no entropy bonus, no lane states',
    changes: { ppo: { policyCoefficient: 0, entropyCoefficient: 0 }, lanes: { statesPerRound: 0 } },
  },
  {
    name: 'statements',
    description: 'Coverage of statements, not of edits',
    changes: { shell: { coverage: 'statements' } },
  },
  { name: 'no-coverage', description: 'No coverage', changes: { shell: { coverage: 'none' } } },
  {
    name: 'no-tokens',
    description: 'Candidate patches do not show their tokens',
    changes: { shell: { candidateTokens: false } },
  },
  { name: 'modules-12', description: '12 training modules', changes: { shell: { trainModules: 12 } } },
  { name: 'modules-24', description: '24 training modules', changes: { shell: { trainModules: 24 } } },
  { name: 'modules-48', description: '48 training modules', changes: { shell: { trainModules: 48 } } },
] as const satisfies readonly Arm[];

/** Ways of learning: the other arms are ablations of what is seen or trained on. */
const METHODS: ReadonlySet<string> = new Set([FULL_ARM, 'ppo', 'distillation']);

/** Name of an arm. */
export type ArmName = (typeof STUDY_ARMS)[number]['name'];

/** Names of all arms, in their order. */
export const ARM_NAMES: readonly ArmName[] = STUDY_ARMS.map(({ name }) => name);

/** The folds: each is one fifth of the modules that are not for validation. */
export const STUDY_FOLDS: readonly number[] = [0, 1, 2, 3, 4];

/** Held-out tasks of each campaign: at least 200 make a claim. */
const HELDOUT_TASKS = 208;

/** What a study is asked to run. */
export interface StudyRequest {
  arms: readonly ArmName[];
  folds: readonly number[];
  /** Of these folds, those in which ablations are run. */
  ablationFolds: readonly number[];
  /** Null: those of the demo. */
  seed: number | null;
  epochs: number | null;
}

/** One campaign of a study, before it is run. */
export interface PlannedCampaign {
  arm: ArmName;
  fold: number;
  config: CampaignConfig;
}

/** A study before it is run. */
export interface StudyPlan {
  seed: number;
  epochs: number;
  /** In the order in which they are run: fold by fold, `full` first. */
  campaigns: PlannedCampaign[];
}

/** The campaigns of a study. */
export function planStudy({ arms, folds, ablationFolds, ...asked }: StudyRequest): StudyPlan {
  const seed = asked.seed ?? SHELL.config.seed;
  const epochs = asked.epochs ?? SHELL.config.epochs;
  const chosen = STUDY_ARMS.filter(({ name }) => arms.includes(name));
  const campaigns = folds.flatMap((fold) =>
    chosen
      .filter(({ name }) => ablationFolds.includes(fold) || METHODS.has(name))
      .map((arm) => ({ arm: arm.name, fold, config: configOf(arm, fold, seed, epochs) })),
  );
  return { seed, epochs, campaigns };
}

function configOf({ name, changes }: Arm, fold: number, seed: number, epochs: number): CampaignConfig {
  const base = SHELL.config;
  return parseCampaignConfig({
    ...base,
    name: `Study shell: ${name}, fold ${fold}`,
    seed,
    epochs,
    environments: {
      shell: {
        ...base.environments.shell,
        options: { ...base.environments.shell?.options, fold, ...changes.shell },
      },
    },
    ppo: { ...base.ppo, ...changes.ppo },
    teacher: { ...base.teacher, ...changes.teacher },
    lanes: { ...base.lanes, ...changes.lanes },
    // The scripts see what the full method sees, so they are scored once a fold, beside it.
    evaluation: { ...base.evaluation, heldoutTasks: HELDOUT_TASKS, baselines: name === FULL_ARM },
  });
}
