/**
 * tfjs's webgpu backend on the thread's shared device. Loaded when a campaign asks for it: the package
 * is large, and its own factory, which it registers when it is loaded, has a device nobody can reach.
 */
import * as tf from '@tensorflow/tfjs';
import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import { type Gpu, sharedGpu } from './gpu.ts';

/** Reads wait for the device and hear when it is lost. */
class SharedDeviceBackend extends WebGPUBackend {
  constructor(private readonly gpu: Gpu) {
    super(gpu.device, gpu.adapter);
  }

  override read(dataId: object): ReturnType<WebGPUBackend['read']> {
    return this.gpu.guard(super.read(dataId));
  }

  /** Only what never left the host: a synchronous read in a worker costs the device. */
  override readSync(dataId: object): ReturnType<WebGPUBackend['readSync']> {
    const { values } = this.tensorMap.get(dataId);
    if (values === null) throw new Error('tfjs: a synchronous read from the GPU; read with data() instead');
    return values;
  }
}

let registered: Gpu | null = null;

/**
 * Registers the backend on the present device; free when it is there already.
 * @throws WebGpuUnavailableError.
 */
export async function registerWebGpuBackend(): Promise<void> {
  const gpu = await sharedGpu();
  if (registered === gpu) return;
  tf.removeBackend('webgpu');
  tf.registerBackend('webgpu', () => new SharedDeviceBackend(gpu), 0);
  registered = gpu;
}
