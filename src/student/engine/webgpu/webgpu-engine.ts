/**
 * The engine on the GPU: forward, loss, backward, clip and Adam in WGSL (`kernels/`), weights and
 * moments resident on the device. A step is one submission. Its statistics and the new training
 * state come back once, after the last step of a call: `steps` is the way to update.
 */
import type { StudentConfig } from '../../../core/campaign-config.ts';
import { NonFiniteError, type ParameterSet, type TrainingState } from '../../parameters.ts';
import type {
  Engine,
  ForwardResult,
  Minibatch,
  OnStep,
  StepHyperparameters,
  StepStatistics,
} from '../engine.ts';
import type { PackedBatch } from '../packed-batch.ts';
import { StudentLayout } from '../wasm/student-layout.ts';
import { type Architecture, LOSS_TERMS } from './architecture.ts';
import type { Gpu } from './gpu.ts';
import type { WarmUpListener } from './kernels.ts';
import { ResidentStudent } from './resident-student.ts';
import type { AdamFactors } from './step-inputs.ts';
import { SAVED } from './student-buffers.ts';
import { adamPass, backwardPass, forwardPass } from './student-passes.ts';

const BETA1 = 0.9;
const BETA2 = 0.999;

/** The training state on the host, in the device's layout: what was restored, or read back last. */
interface Saved {
  student: StudentConfig;
  /** The groups of `SAVED`, one after the other. */
  groups: Float32Array<ArrayBuffer>;
  optimiserStep: number;
}

function pack({ student, parameters, moments, optimiserStep }: TrainingState): Saved {
  const layout = new StudentLayout(student);
  const groups = new Float32Array(SAVED.length * layout.size);
  [parameters, moments.first, moments.second].forEach((group, i) => {
    layout.write(group, groups.subarray(i * layout.size, (i + 1) * layout.size));
  });
  return { student, groups, optimiserStep };
}

function adamFactors(optimiserStep: number, learningRate: number): AdamFactors {
  return {
    rate: learningRate / (1 - BETA1 ** optimiserStep),
    correction2: 1 / Math.sqrt(1 - BETA2 ** optimiserStep),
  };
}

/** The statistics of a record: the loss's terms, then the squared norms of the tensors' gradients. */
function statisticsOf(record: Float32Array, hyper: StepHyperparameters): StepStatistics {
  const terms = Object.fromEntries(LOSS_TERMS.map((name, i) => [name, record[i] as number])) as Record<
    (typeof LOSS_TERMS)[number],
    number
  >;
  const loss =
    terms.policyGradientLoss +
    hyper.valueCoefficient * terms.valueLoss -
    hyper.entropyCoefficient * terms.entropy +
    hyper.imitationCoefficient * terms.imitationLoss +
    hyper.referenceKlCoefficient * terms.referenceKl;
  const squares = record.subarray(LOSS_TERMS.length).reduce((sum, square) => sum + square, 0);
  return { loss, ...terms, gradNorm: Math.sqrt(squares) };
}

/** @throws NonFiniteError naming the tensor. */
function assertFiniteStep(
  statistics: StepStatistics,
  record: Float32Array,
  { tensors }: Architecture,
): StepStatistics {
  if (!Number.isFinite(statistics.loss)) throw new NonFiniteError('loss');
  const broken = tensors.find((_, t) => !Number.isFinite(record[LOSS_TERMS.length + t]));
  if (broken) throw new NonFiniteError(`gradient of ${broken.name}`);
  return statistics;
}

/** A gradient of the device, which has only the rows of `tokens`, laid out as a group. */
function spreadTable(gradient: Float32Array, tokens: Int32Array, layout: StudentLayout): Float32Array {
  const { embedding } = layout.widths;
  const group = gradient.slice();
  group.fill(0, 0, layout.tableSize);
  tokens.forEach((token, slot) => {
    group.set(gradient.subarray(slot * embedding, (slot + 1) * embedding), token * embedding);
  });
  return group;
}

/** An engine on a device of its thread; `close` frees its memory there. */
export class WebGpuEngine implements Engine {
  readonly name = 'webgpu';

  private constructor(
    private readonly gpu: Gpu,
    private saved: Saved,
    /** A promise, because `restore` may bring an architecture that has to be compiled first. */
    private resident: Promise<ResidentStudent>,
  ) {}

  /**
   * Compiles the kernels, once per device and architecture, and uploads the state.
   * @throws EngineLostError.
   */
  static async create(state: TrainingState, gpu: Gpu, onWarmUp?: WarmUpListener): Promise<WebGpuEngine> {
    const saved = pack(state);
    const resident = await ResidentStudent.open(gpu, state.student, onWarmUp);
    resident.upload(saved.groups);
    return new WebGpuEngine(gpu, saved, Promise.resolve(resident));
  }

  async forward(batch: PackedBatch): Promise<ForwardResult> {
    const student = await this.gpu.guard(this.resident);
    const { inputs, buffers } = student;
    const { states, candidates } = batch;
    const staging = buffers.staging(candidates + states);
    inputs.load(batch);
    student.submit(
      (run) => forwardPass(student.architecture, inputs, run),
      (copy) => {
        copy('scalars', inputs.plan.get('logits'), candidates, staging, 0);
        copy('scalars', inputs.plan.get('values'), states, staging, candidates);
      },
    );
    const result = await buffers.read(staging);
    return { logits: result.slice(0, candidates), values: result.slice(candidates) };
  }

  async gradients(
    { batch, targets }: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }> {
    const student = await this.gpu.guard(this.resident);
    const { architecture, inputs, buffers } = student;
    const { layout, recordFloats } = architecture;
    const staging = buffers.staging(recordFloats + layout.size);
    inputs.load(batch);
    inputs.loadTargets(batch, targets, hyper, adamFactors(1, 0));
    const touched = inputs.index.tokens.slice(0, inputs.index.tokenCount);
    student.submit(
      (run) => {
        forwardPass(architecture, inputs, run);
        backwardPass(architecture, inputs, run);
      },
      (copy) => {
        copy('scalars', inputs.plan.get('record'), recordFloats, staging, 0);
        copy('gradient', 0, layout.size, staging, recordFloats);
      },
    );
    const result = await buffers.read(staging);
    const gradient = result.subarray(recordFloats);
    return {
      gradients: layout.read(spreadTable(gradient, touched, layout)),
      statistics: statisticsOf(result.subarray(0, recordFloats), hyper),
    };
  }

  async step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics> {
    const [statistics] = await this.steps([minibatch], hyper);
    return statistics as StepStatistics;
  }

  async steps(
    minibatches: Iterable<Minibatch>,
    hyper: StepHyperparameters,
    onStep?: OnStep,
  ): Promise<StepStatistics[]> {
    const student = await this.gpu.guard(this.resident);
    const { architecture, inputs, buffers } = student;
    const { layout, recordFloats } = architecture;
    const list = [...minibatches];
    if (list.length === 0) return [];
    const { optimiserStep } = this.saved;
    const groupsAt = list.length * recordFloats;
    const staging = buffers.staging(groupsAt + SAVED.length * layout.size);
    for (const [i, { batch, targets }] of list.entries()) {
      inputs.load(batch);
      inputs.loadTargets(batch, targets, hyper, adamFactors(optimiserStep + i + 1, hyper.learningRate));
      student.submit(
        (run) => {
          forwardPass(architecture, inputs, run);
          backwardPass(architecture, inputs, run);
          adamPass(architecture, inputs, run);
        },
        (copy) => {
          copy('scalars', inputs.plan.get('record'), recordFloats, staging, i * recordFloats);
          if (i + 1 < list.length) return;
          SAVED.forEach((name, g) => {
            copy(name, 0, layout.size, staging, groupsAt + g * layout.size);
          });
        },
      );
      await onStep?.(i + 1);
    }
    const result = await buffers.read(staging);
    this.saved = {
      student: this.saved.student,
      groups: result.slice(groupsAt),
      optimiserStep: optimiserStep + list.length,
    };
    return list.map((_, i) => {
      const record = result.subarray(i * recordFloats, (i + 1) * recordFloats);
      return assertFiniteStep(statisticsOf(record, hyper), record, architecture);
    });
  }

  save(): TrainingState {
    const { student, groups, optimiserStep } = this.saved;
    const layout = new StudentLayout(student);
    const [parameters, first, second] = SAVED.map((_, i) =>
      layout.read(groups.subarray(i * layout.size, (i + 1) * layout.size)),
    ) as [ParameterSet, ParameterSet, ParameterSet];
    return { student, parameters, moments: { first, second }, optimiserStep };
  }

  restore(state: TrainingState): void {
    const saved = pack(state);
    this.saved = saved;
    this.resident = this.resident.then(async (present) => {
      const student = present.holds(state.student)
        ? present
        : await ResidentStudent.open(this.gpu, state.student);
      if (student !== present) present.destroy();
      student.upload(saved.groups);
      return student;
    });
    // Reported by whatever is asked of the engine next.
    this.resident.catch(() => undefined);
  }

  close(): void {
    this.resident.then(
      (student) => student.destroy(),
      () => undefined,
    );
    this.resident = Promise.reject(new Error('webgpu engine: used after close'));
    this.resident.catch(() => undefined);
  }
}
