/**
 * The one GPU device of a thread: the fused engine and tfjs compute on the same. A device is
 * replaced when it was lost; whoever holds the old one learns it by an EngineLostError.
 */
import { EngineLostError } from '../engine.ts';

/** WebGPU cannot be used here; the message says why and what to choose instead. */
export class WebGpuUnavailableError extends Error {
  override name = 'WebGpuUnavailableError';
}

/** Limits that are raised to what the adapter offers; tfjs sizes its work by them, we our batches. */
const RAISED = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
] as const satisfies readonly (keyof GPUSupportedLimits)[];

/** A device that tells when it is lost. */
export class Gpu {
  /** Why it cannot be used any more; null while it can. */
  private failure: EngineLostError | null = null;
  private readonly lost: Promise<never>;

  /** Watches a device that nobody else gives up. */
  constructor(
    readonly device: GPUDevice,
    readonly adapter: GPUAdapterInfo,
  ) {
    this.lost = device.lost.then(({ message, reason }) => {
      this.failure ??= new EngineLostError(message || reason);
      throw this.failure;
    });
    // Whoever waits for the device hears of it; when nobody does, it is no unhandled rejection.
    this.lost.catch(() => undefined);
    device.addEventListener('uncapturederror', ({ error }) => this.fail(error.message));
  }

  /**
   * A new device with its limits raised.
   * @throws WebGpuUnavailableError when there is no WebGPU, no adapter or no device.
   */
  static async open(): Promise<Gpu> {
    // Node has no WebGPU, and some versions no navigator.
    const gpu = (globalThis.navigator as Partial<NavigatorGPU> | undefined)?.gpu;
    const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) {
      const reason = gpu ? 'there is no GPU adapter' : 'this runtime has no WebGPU';
      throw new WebGpuUnavailableError(`webgpu: ${reason}; choose the wasm engine in the config`);
    }
    const requiredLimits = Object.fromEntries(RAISED.map((name) => [name, adapter.limits[name]]));
    try {
      return new Gpu(await adapter.requestDevice({ requiredLimits }), adapter.info);
    } catch (cause) {
      throw new WebGpuUnavailableError(
        'webgpu: the adapter gave no device; reload the page, or choose the wasm engine in the config',
        { cause },
      );
    }
  }

  get isLost(): boolean {
    return this.failure !== null;
  }

  /**
   * The result of work on the device. When the device's own calls fail it is gone, even where the
   * news has not come yet.
   * @throws EngineLostError when the device is lost or dropped a command; what else `work` throws.
   */
  async guard<T>(work: Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await Promise.race([work, this.lost]);
    } catch (error) {
      if (this.failure !== null) throw this.failure;
      const isReadError = error instanceof DOMException && error.name !== 'GPUPipelineError';
      throw isReadError ? new EngineLostError(error.message, { cause: error }) : error;
    }
    if (this.failure !== null) throw this.failure;
    return result;
  }

  /** Gives the device up: what it computed after an error nobody asked about cannot be trusted. */
  private fail(message: string): void {
    this.failure ??= new EngineLostError(message);
    this.device.destroy();
  }
}

let current: Promise<Gpu> | null = null;

/**
 * The thread's device; a new one when there is none yet or the last was lost.
 * @throws WebGpuUnavailableError.
 */
export async function sharedGpu(): Promise<Gpu> {
  for (;;) {
    current ??= Gpu.open();
    const opening = current;
    const gpu = await opening.catch((error: unknown) => {
      if (current === opening) current = null;
      throw error;
    });
    if (!gpu.isLost) return gpu;
    // Of several that find it lost, the first opens the next.
    if (current === opening) current = null;
  }
}
