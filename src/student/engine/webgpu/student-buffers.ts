/** A student's memory on the device: weights, moments and gradient for good, a batch's as large as needed. */
import type { Gpu } from './gpu.ts';
import type { StudentKernels } from './kernels.ts';
import type { StepInputs } from './step-inputs.ts';

/** `GPUBufferUsage`, whose values the WebGPU specification fixes. */
const MAP_READ = 0x1;
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const UNIFORM = 0x40;
const STORAGE = 0x80;
/** `GPUMapMode.READ`. */
const READ = 1;

/** What helps when a batch is too large for the device. */
export const SMALLER = 'use more minibatches, a smaller student, or the wasm engine';

/** In the order of the groups in a checkpoint. */
export const SAVED = ['weights', 'firstMoments', 'secondMoments'] as const;

/** In the order of the kernels' bindings. */
const NAMES = ['plan', ...SAVED, 'gradient', 'inputs', 'activations', 'scalars'] as const;

export type BufferName = (typeof NAMES)[number];

/** The buffers of one engine; `destroy` them. */
export class StudentBuffers {
  private readonly buffers: Record<BufferName, GPUBuffer>;
  private group: GPUBindGroup | null = null;

  /** @param groupFloats length of a group of the layout. */
  constructor(
    private readonly gpu: Gpu,
    private readonly kernels: StudentKernels,
    groupFloats: number,
    planBytes: number,
  ) {
    const storage = (floats: number) => this.create(4 * floats, STORAGE | COPY_SRC | COPY_DST);
    this.buffers = {
      plan: this.create(planBytes, UNIFORM | COPY_DST),
      weights: storage(groupFloats),
      firstMoments: storage(groupFloats),
      secondMoments: storage(groupFloats),
      gradient: storage(groupFloats),
      inputs: storage(4),
      activations: storage(4),
      scalars: storage(4),
    };
  }

  /** Bytes of the largest buffer the device allows. */
  private get most(): number {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.gpu.device.limits;
    return Math.min(maxStorageBufferBindingSize, maxBufferSize);
  }

  /** @throws RangeError when the device allows no buffer of that size. */
  private create(size: number, usage: number): GPUBuffer {
    if (size <= this.most) return this.gpu.device.createBuffer({ size, usage });
    const [needed, allowed] = [size, this.most].map((bytes) => Math.ceil(bytes / 2 ** 20));
    throw new RangeError(
      `webgpu engine: ${needed} MiB are needed in one buffer and the GPU allows ${allowed}; ${SMALLER}`,
    );
  }

  get bindGroup(): GPUBindGroup {
    this.group ??= this.gpu.device.createBindGroup({
      layout: this.kernels.bindGroupLayout,
      entries: NAMES.map((name, binding) => ({ binding, resource: { buffer: this.buffers[name] } })),
    });
    return this.group;
  }

  write(name: BufferName, data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): void {
    this.gpu.device.queue.writeBuffer(this.buffers[name], 0, data);
  }

  /** Brings a batch to the device. @throws RangeError when it is larger than a buffer may be here. */
  load({ plan, words, activationVectors, scalarFloats }: StepInputs): void {
    this.reserve('inputs', 4 * words.length);
    this.reserve('activations', 16 * activationVectors);
    this.reserve('scalars', 4 * scalarFloats);
    this.write('plan', plan.words);
    this.write('inputs', words.view);
  }

  /** Makes a buffer large enough, with room for somewhat larger batches. */
  private reserve(name: BufferName, bytes: number): void {
    const present = this.buffers[name];
    if (present.size >= bytes) return;
    const ample = 4 * Math.ceil((1.5 * bytes) / 4);
    this.buffers[name] = this.create(
      Math.max(bytes, Math.min(ample, this.most)),
      STORAGE | COPY_SRC | COPY_DST,
    );
    this.group = null;
    // Work that was handed over before keeps it until it is done.
    present.destroy();
  }

  /** A buffer for so many floats that `copy` fills and `read` reads. */
  staging(floats: number): GPUBuffer {
    return this.create(4 * floats, COPY_DST | MAP_READ);
  }

  /** Has floats copied to a staging buffer: from `offset` on, to the place `at`. */
  copy(
    encoder: GPUCommandEncoder,
    name: BufferName,
    offset: number,
    count: number,
    staging: GPUBuffer,
    at: number,
  ): void {
    encoder.copyBufferToBuffer(this.buffers[name], 4 * offset, staging, 4 * at, 4 * count);
  }

  /**
   * The content of a staging buffer when all work handed over is done; the buffer is destroyed.
   * @throws EngineLostError.
   */
  async read(staging: GPUBuffer): Promise<Float32Array<ArrayBuffer>> {
    try {
      await this.gpu.guard(staging.mapAsync(READ));
      return new Float32Array(staging.getMappedRange().slice(0));
    } finally {
      staging.destroy();
    }
  }

  destroy(): void {
    for (const buffer of Object.values(this.buffers)) buffer.destroy();
  }
}
