/** What a person is told of the GPU, and whether it is one. */
import type { EnginePair } from '../../core/campaign-config.ts';
import type { AdapterDescription } from '../../core/engine-calibration.ts';
import { sharedGpu } from './webgpu/gpu.ts';

/** Names of rasterisers that run on the CPU; not all of them say that they are fallbacks. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render|software/i;

/** The record of an adapter's own words. */
export function describeAdapter(info: GPUAdapterInfo): AdapterDescription {
  const { vendor, architecture, device, description } = info;
  const named = [vendor, architecture, device, description].some((name) => SOFTWARE.test(name));
  return { vendor, architecture, description, fallback: info.isFallbackAdapter || named };
}

/** The adapter that two engines compute on; null when neither uses one. @throws WebGpuUnavailableError. */
export async function adapterOf({ acting, updating }: EnginePair): Promise<AdapterDescription | null> {
  if (![acting, updating].some((name) => name.endsWith('webgpu'))) return null;
  return describeAdapter((await sharedGpu()).adapter);
}
