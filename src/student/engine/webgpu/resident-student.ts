/** One student's numbers and kernels on a device, and the submission of work on them. */
import type { StudentConfig } from '../../../core/campaign-config.ts';
import { Architecture } from './architecture.ts';
import type { Gpu } from './gpu.ts';
import { type StudentKernels, studentKernels, type WarmUpListener, WORKGROUP } from './kernels.ts';
import { StepInputs } from './step-inputs.ts';
import { type BufferName, SAVED, SMALLER, StudentBuffers } from './student-buffers.ts';
import type { Dispatch } from './student-passes.ts';

/** Has floats of a buffer copied to a staging buffer: from `offset` on, to the place `at`. */
type Copy = (name: BufferName, offset: number, count: number, staging: GPUBuffer, at: number) => void;

/** `destroy` it to free its memory on the device. */
export class ResidentStudent {
  readonly inputs: StepInputs;
  readonly buffers: StudentBuffers;

  private constructor(
    private readonly gpu: Gpu,
    readonly architecture: Architecture,
    private readonly kernels: StudentKernels,
  ) {
    this.inputs = new StepInputs(architecture);
    const { size } = architecture.layout;
    this.buffers = new StudentBuffers(gpu, kernels, size, this.inputs.plan.words.byteLength);
  }

  /** Compiles what is not compiled yet. */
  static async open(gpu: Gpu, student: StudentConfig, onWarmUp?: WarmUpListener): Promise<ResidentStudent> {
    const architecture = new Architecture(student);
    const kernels = await studentKernels(gpu, architecture, onWarmUp);
    return new ResidentStudent(gpu, architecture, kernels);
  }

  /** Takes over the groups of `SAVED`, one after the other. */
  upload(groups: Float32Array<ArrayBuffer>): void {
    const { size } = this.architecture.layout;
    SAVED.forEach((name, i) => {
      const group = groups.subarray(i * size, (i + 1) * size);
      this.buffers.write(name, group);
      if (name !== 'weights') this.inputs.activate(group);
    });
  }

  /** Whether a student has this architecture. */
  holds(student: StudentConfig): boolean {
    return new Architecture(student).declarations() === this.architecture.declarations();
  }

  /**
   * Submits kernels and then copies, of which the callbacks say which. The batch is in `inputs`.
   * @throws RangeError when the batch is too large for the device.
   */
  submit(encode: (run: Dispatch) => void, copies: (copy: Copy) => void): void {
    const { device } = this.gpu;
    this.buffers.load(this.inputs);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, this.buffers.bindGroup);
    encode((kernel, threads) => {
      const workgroups = Math.ceil(threads / WORKGROUP);
      if (workgroups > device.limits.maxComputeWorkgroupsPerDimension) {
        throw new RangeError(`webgpu engine: ${kernel} needs too many threads; ${SMALLER}`);
      }
      pass.setPipeline(this.kernels.pipelines[kernel]);
      pass.dispatchWorkgroups(workgroups);
    });
    pass.end();
    copies((name, offset, count, staging, at) => {
      this.buffers.copy(encoder, name, offset, count, staging, at);
    });
    device.queue.submit([encoder.finish()]);
  }

  destroy(): void {
    this.buffers.destroy();
  }
}
