/**
 * The engine in WebAssembly SIMD: forward, loss, backward, clip and Adam in hand-written kernels
 * (`assembly/`) on one memory that holds the weights and moments too. It computes what
 * `tfjs-engine.ts` computes, and `wasm-engine.test.ts` holds it to that.
 *
 * The `simd128` variant uses only operations that WebAssembly defines to the bit, so that the same
 * steps give the same weights on every machine.
 */
import type { StudentConfig } from '../../../core/campaign-config.ts';
import { assertFinite, NonFiniteError, type ParameterSet, type TrainingState } from '../../parameters.ts';
import type { Engine, ForwardResult, Minibatch, StepHyperparameters, StepStatistics } from '../engine.ts';
import type { PackedBatch } from '../packed-batch.ts';
import { instantiateKernels, type Kernels, type KernelVariant } from './kernels.ts';
import { LinearMemory } from './linear-memory.ts';
import { StudentGraph } from './student-graph.ts';
import { StudentLayout } from './student-layout.ts';

const BETA1 = 0.9;
const BETA2 = 0.999;

/** base^exponent by repeated squaring: `Math.pow` may differ between machines in the last bit. */
function integerPower(base: number, exponent: number): number {
  let result = 1;
  for (let square = base, rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

function graphOf(
  kernels: Kernels,
  memory: LinearMemory,
  { student, parameters, moments }: TrainingState,
): StudentGraph {
  const graph = new StudentGraph(kernels, memory, new StudentLayout(student));
  graph.write(parameters, moments.first, moments.second);
  return graph;
}

/** An engine with a memory of its own; `close` frees it. */
export class WasmEngine implements Engine {
  readonly name: string;
  /** Null after `close`: the memory goes with the last reference to it. */
  private held: { kernels: Kernels; memory: LinearMemory; graph: StudentGraph } | null;
  private student: StudentConfig;
  private optimiserStep: number;

  private constructor(variant: KernelVariant, kernels: Kernels, memory: LinearMemory, state: TrainingState) {
    this.name = variant === 'simd128' ? 'wasm' : 'wasm-relaxed';
    this.student = state.student;
    this.optimiserStep = state.optimiserStep;
    this.held = { kernels, memory, graph: graphOf(kernels, memory, state) };
  }

  /** @throws KernelVariantError when the runtime lacks the variant's instructions. */
  static async create(state: TrainingState, variant: KernelVariant): Promise<WasmEngine> {
    const memory = new LinearMemory();
    const kernels = await instantiateKernels(variant, memory.memory);
    return new WasmEngine(variant, kernels, memory, state);
  }

  private get open(): { kernels: Kernels; memory: LinearMemory; graph: StudentGraph } {
    if (this.held === null) throw new Error('wasm engine: used after close');
    return this.held;
  }

  private get graph(): StudentGraph {
    return this.open.graph;
  }

  async forward(batch: PackedBatch): Promise<ForwardResult> {
    return this.graph.forward(batch);
  }

  private backward({ batch, targets }: Minibatch, hyper: StepHyperparameters): StepStatistics {
    const terms = this.graph.backward(batch, targets, hyper);
    const loss =
      terms.policyGradientLoss +
      hyper.valueCoefficient * terms.valueLoss -
      hyper.entropyCoefficient * terms.entropy +
      hyper.imitationCoefficient * terms.imitationLoss +
      hyper.referenceKlCoefficient * terms.referenceKl;
    return { loss, ...terms, gradNorm: this.graph.gradientNorm() };
  }

  async gradients(
    minibatch: Minibatch,
    hyper: StepHyperparameters,
  ): Promise<{ gradients: ParameterSet; statistics: StepStatistics }> {
    const statistics = this.backward(minibatch, hyper);
    return { gradients: this.graph.read('gradient'), statistics };
  }

  async step(minibatch: Minibatch, hyper: StepHyperparameters): Promise<StepStatistics> {
    const statistics = this.backward(minibatch, hyper);
    if (!Number.isFinite(statistics.loss)) throw new NonFiniteError('loss');
    if (!Number.isFinite(statistics.gradNorm)) {
      assertFinite(this.graph.read('gradient'), 'gradient of');
      throw new NonFiniteError('gradient norm');
    }
    const scale = Math.min(1, hyper.maxGradNorm / (statistics.gradNorm + 1e-6));
    this.optimiserStep += 1;
    const rate = hyper.learningRate / (1 - integerPower(BETA1, this.optimiserStep));
    const correction2 = 1 / Math.sqrt(1 - integerPower(BETA2, this.optimiserStep));
    this.graph.adam(scale, rate, correction2, hyper.adamEpsilon);
    return statistics;
  }

  save(): TrainingState {
    return {
      student: this.student,
      parameters: this.graph.read('weights'),
      moments: { first: this.graph.read('first'), second: this.graph.read('second') },
      optimiserStep: this.optimiserStep,
    };
  }

  restore(state: TrainingState): void {
    const { kernels, memory } = this.open;
    this.student = state.student;
    this.optimiserStep = state.optimiserStep;
    this.held = { kernels, memory, graph: graphOf(kernels, memory, state) };
  }

  close(): void {
    this.held = null;
  }
}
