/**
 * The configuration of a campaign. Every field has a default and one line of documentation
 * (`describe`), which becomes the command line's help and the page's form. Unknown keys are
 * rejected: a typo never silently falls back to a default.
 */
import { z } from 'zod';
import { EnvironmentId, SCHEMA_VERSION, Sha256 } from './contracts.ts';

const positive = (fallback: number, doc: string) => z.number().positive().default(fallback).describe(doc);
const rate = (fallback: number, doc: string) => z.number().min(0).max(1).default(fallback).describe(doc);
const share = z.number().min(0).max(1).optional();
const count = (fallback: number, doc: string) =>
  z.number().int().nonnegative().default(fallback).describe(doc);
const atLeastOne = (fallback: number, doc: string) =>
  z.number().int().positive().default(fallback).describe(doc);
/** A nested group whose fields all have defaults. */
const group = <T extends z.ZodRawShape>(shape: T) => {
  const object = z.strictObject(shape);
  return object.prefault({} as never);
};

/** PPO's hyper-parameters, under the names of the literature. */
export const PpoConfig = group({
  learningRate: positive(1.5e-3, 'Adam learning rate at the first epoch'),
  learningRateEnd: rate(0.1, 'Fraction of the learning rate reached at the last epoch (linear)'),
  gamma: rate(0.98, 'Discount factor'),
  gaeLambda: rate(0.95, 'GAE lambda'),
  clipRange: positive(0.2, 'Clipping of the probability ratio'),
  updateEpochs: atLeastOne(4, 'Passes over each round of episodes'),
  minibatches: atLeastOne(4, 'Minibatches per pass'),
  policyCoefficient: z
    .number()
    .nonnegative()
    .default(1)
    .describe('Weight of the clipped surrogate; 0: distillation alone'),
  entropyCoefficient: z.number().nonnegative().default(0.01).describe('Weight of the entropy bonus'),
  valueCoefficient: z.number().nonnegative().default(0.5).describe('Weight of the value loss'),
  maxGradNorm: positive(0.5, 'Global gradient norm is clipped to this'),
  adamEpsilon: positive(1e-5, 'Adam epsilon'),
  imitationCoefficient: z
    .number()
    .nonnegative()
    .default(0.5)
    .describe('Weight of -log p(acceptable set) on labelled states'),
  referenceKlCoefficient: z
    .number()
    .nonnegative()
    .default(0.5)
    .describe('Weight of the KL towards the reference on negative-lane states'),
  targetKl: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe('Stop a round early when approx_kl exceeds this; null: never'),
  tokenDropout: rate(0.2, 'Share of tokens hidden while acting and training'),
  stepCost: z.number().nonnegative().default(0.01).describe('Cost subtracted at every step'),
});
export type PpoConfig = z.infer<typeof PpoConfig>;

/**
 * `wasm` gives the same bits on every machine. `wasm-relaxed` is faster where WebAssembly has relaxed
 * SIMD, and may round differently from machine to machine; so may `webgpu`, on a GPU. Those of tfjs
 * are the reference.
 */
export const EngineName = z.enum(['wasm', 'wasm-relaxed', 'webgpu', 'tfjs-webgpu', 'tfjs-wasm', 'tfjs-cpu']);
export type EngineName = z.infer<typeof EngineName>;

/** The engine that episodes are played on, and the one that updates are computed on. */
export const EnginePair = z
  .strictObject({ acting: EngineName, updating: EngineName })
  .refine(
    ({ acting, updating }) =>
      acting === updating || ![acting, updating].every((name) => name.startsWith('tfjs-')),
    { message: 'two engines of tfjs cannot work side by side: it has one backend at a time' },
  );
export type EnginePair = z.infer<typeof EnginePair>;

/** A name is both engines; `auto` leaves the choice to a calibration at the campaign's first start. */
const EngineChoice = z.union([EngineName, z.literal('auto'), EnginePair], {
  error: `allowed are ${EngineName.options.join(', ')}, auto, and { acting, updating } with one of these names each`,
});

/** The engines that a config names; null for `auto`, which names none. */
export function namedEngines(engine: z.infer<typeof EngineChoice>): EnginePair | null {
  if (engine === 'auto') return null;
  return typeof engine === 'string' ? { acting: engine, updating: engine } : engine;
}

/** Sizes of the student. */
export const StudentConfig = group({
  buckets: atLeastOne(16_384, 'Rows of the hashed embedding table'),
  embeddingWidth: atLeastOne(24, 'Width of an embedding'),
  trunk: z
    .tuple([z.number().int().positive(), z.number().int().positive()])
    .default([64, 32])
    .describe('Widths of the two trunk layers'),
  scorer: atLeastOne(32, 'Hidden width of the candidate scorer'),
  embeddingScale: positive(0.02, 'Standard deviation of the initial embeddings'),
});
export type StudentConfig = z.infer<typeof StudentConfig>;

/** One environment's part in a campaign. */
export const EnvironmentConfig = z.strictObject({
  ratio: positive(1, 'Share of the episodes, relative to the other environments'),
  options: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe('Options of the environment itself; it rejects those it does not know'),
});

/** A fault put into a campaign on purpose, to see the control plane catch it. */
export const Fault = z.strictObject({
  epoch: z.number().int().nonnegative().describe('First epoch it acts on'),
  epochs: z.number().int().positive().default(1).describe('How many epochs it lasts'),
  kind: z
    .enum(['learning_rate_x100', 'sign_flipped_advantages', 'non_finite_weights'])
    .describe('What goes wrong'),
});
export type Fault = z.infer<typeof Fault>;

/** Matched comparisons. Fewer pairs than the minimum would leave every epoch undecided. */
const MonitoringConfig = z
  .strictObject({
    pool: atLeastOne(128, 'Monitoring tasks per environment, never trained on'),
    pairs: atLeastOne(64, 'Matched pairs per epoch, shared by the active environments'),
    minimumPairs: count(32, 'Fewer completed pairs than this in an active environment: replay only'),
  })
  .refine(({ minimumPairs, pairs }) => minimumPairs <= pairs, {
    message: 'minimumPairs is above pairs, so no epoch could ever be decided',
  })
  .refine(({ minimumPairs, pool }) => minimumPairs <= pool, {
    message: 'minimumPairs is above pool, so no epoch could ever be decided',
  })
  .prefault({});

/** Everything that decides what a campaign does: the same config gives the same digest. */
export const CampaignConfig = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION).default(SCHEMA_VERSION),
  name: z.string().min(1).max(80).describe('What people call it; not part of the digest'),
  seed: z
    .number()
    .int()
    .nonnegative()
    .max(2 ** 31 - 1)
    .default(7)
    .describe('One seed sets everything'),
  epochs: atLeastOne(30, 'Epochs; each is four rounds of episodes and PPO, monitoring and a close'),
  roundsPerEpoch: atLeastOne(4, 'Rounds of collect-then-update per epoch'),
  episodesPerRound: atLeastOne(32, 'Whole episodes per round'),
  environments: z
    .partialRecord(EnvironmentId, EnvironmentConfig)
    .refine((e) => Object.keys(e).length > 0, { message: 'a campaign needs at least one environment' }),
  engine: EngineChoice.default('wasm').describe(
    'Where the arithmetic runs; auto: what is fastest here, measured at the first start (another machine may choose others)',
  ),
  ppo: PpoConfig,
  student: StudentConfig,
  monitoring: MonitoringConfig,
  closing: group({
    failedFraction: rate(0.1, 'More failed pairs than this: replay only'),
    breakP: rate(0.005, 'Worse than pre_update_ref below this p: roll back to it'),
    slowP: rate(0.005, 'Worse than last_stable below this pooled p: roll back to it'),
    slowEnvironmentP: rate(0.001, 'Worse than last_stable in one environment below this p: roll back'),
    streakP: rate(0.2, 'Worse than pre_update_ref below this p: the degradation streak grows'),
    streakLimit: atLeastOne(3, 'A streak this long rolls back to last_stable'),
    promoteAfter: atLeastOne(2, 'Epochs running with better >= worse against last_stable before promotion'),
    rollbackLimit: atLeastOne(3, 'Rollbacks without a promotion between before the campaign freezes'),
  }),
  lanes: group({
    comparisons: count(32, 'Training tasks compared for the lanes each epoch'),
    replayFraction: rate(0.25, 'Share of each round drawn again from positive and neutral lanes'),
    capacity: atLeastOne(64, 'Lane episodes kept for training, newest first'),
    statesPerRound: count(64, 'Lane states added to each round of PPO'),
  }),
  teacher: group({
    labeller: z.boolean().default(true).describe('Distil from the scripted labeller'),
    labellerUntil: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .default(null)
      .describe('Epoch from which PPO goes on without distillation; null: never'),
    // Absent where not given: a config that does not know them keeps its hash.
    guidance: share.describe(
      'Share of training steps that the labeller takes at the first epoch, so that the student sees where good decisions lead (DAgger); absent: none',
    ),
    guidanceEnd: share.describe(
      'Fraction of the epochs after which it takes none; until then its share falls linearly; absent: 0.5',
    ),
  }),
  evaluation: group({
    validationTasks: count(64, 'Validation tasks of the live chart'),
    validationEvery: atLeastOne(4, 'Epochs between validations'),
    heldoutTasks: count(208, 'Held-out tasks of the closing claim'),
    baselines: z
      .boolean()
      .default(true)
      .describe('Score the baselines of the environments beside the student'),
  }),
  initialCheckpoint: Sha256.nullable()
    .default(null)
    .describe('Imported checkpoint to start from; null: a fresh student'),
  faults: z.array(Fault).default([]).describe('Faults put in on purpose (drills)'),
});
export type CampaignConfig = z.infer<typeof CampaignConfig>;

/** Share of an epoch's training steps that the labeller takes. */
export function guidanceAt({ teacher, epochs }: CampaignConfig, epoch: number): number {
  const { labeller, labellerUntil, guidance = 0, guidanceEnd = 0.5 } = teacher;
  const isOver = !labeller || epoch >= Math.min(guidanceEnd * epochs, labellerUntil ?? epochs);
  return isOver ? 0 : guidance * (1 - epoch / (guidanceEnd * epochs));
}

/** A campaign config that cannot be used: says which key, and what is allowed there. */
export class CampaignConfigError extends Error {
  override name = 'CampaignConfigError';
}

/**
 * Validates an untrusted config and fills in the defaults.
 * @throws CampaignConfigError naming every wrong key by its path, and what is allowed.
 */
export function parseCampaignConfig(input: unknown): CampaignConfig {
  const parsed = CampaignConfig.safeParse(input);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return `${path || 'config'}: ${issue.message}`;
    const keys = issue.keys.map((key) => `"${path ? `${path}.` : ''}${key}"`).join(', ');
    const allowed = fieldsAt(issue.path).join(', ');
    return `unknown key ${keys}${allowed ? `; allowed here: ${allowed}` : ''}`;
  });
  throw new CampaignConfigError(`campaign config: ${reasons.join('; ')}`);
}

/** Names of the fields of the schema at a path; empty where the path leads into free-form options. */
function fieldsAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = CampaignConfig;
  for (const key of path) {
    const shape = shapeOf(schema);
    schema = shape ? shape[String(key)] : elementOf(schema);
  }
  return Object.keys(shapeOf(schema) ?? {});
}

/** The fields of an object schema, looking through defaults. */
function shapeOf(schema: unknown): Record<string, unknown> | null {
  let inner = schema;
  while (inner instanceof z.ZodPrefault || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodObject ? inner.shape : null;
}

/** The element of an array schema or the value of a record schema, looking through defaults. */
function elementOf(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodPrefault || inner instanceof z.ZodDefault) inner = inner.unwrap();
  if (inner instanceof z.ZodArray) return inner.element;
  return inner instanceof z.ZodRecord ? inner.valueType : null;
}
