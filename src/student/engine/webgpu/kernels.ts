/** The kernels (`kernels/*.wgsl`) compiled for one architecture. */
import type { Architecture } from './architecture.ts';
import type { Gpu } from './gpu.ts';
import adam from './kernels/adam.wgsl?raw';
import backward from './kernels/backward.wgsl?raw';
import bindings from './kernels/bindings.wgsl?raw';
import embeddingBag from './kernels/embedding-bag.wgsl?raw';
import forward from './kernels/forward.wgsl?raw';
import matmul from './kernels/matmul.wgsl?raw';
import ppoLoss from './kernels/ppo-loss.wgsl?raw';
import weightGradient from './kernels/weight-gradient.wgsl?raw';

/** What follows the declarations of an architecture: all kernels, in an order in which they compile. */
export const KERNEL_SOURCES = [
  ...[bindings, matmul, embeddingBag, forward],
  ...[ppoLoss, backward, weightGradient, adam],
];

/** Threads of a workgroup, as the kernels declare them. */
export const WORKGROUP = 64;

const KERNELS = [
  ...(['gatherInputs', 'wideLayer', 'narrowLayer', 'stateHeads'] as const),
  ...(['candidateLayer', 'scorerLayer', 'logitHead'] as const),
  'ppoLoss',
  ...(['hiddenGradient', 'candidateGradient', 'sumCandidates', 'narrowGradient'] as const),
  ...(['wideGradient', 'stateBagGradient', 'candidateBagGradient'] as const),
  ...(['matrixGradients', 'vectorGradients', 'sumSplits', 'sumSegments', 'sumTableRows'] as const),
  ...(['squareBlocks', 'writeRecord', 'clipGradient', 'adam'] as const),
] as const;

export type KernelName = (typeof KERNELS)[number];

/** Pipelines by name; all take the one bind group of `bindings.wgsl`. */
export interface StudentKernels {
  pipelines: Readonly<Record<KernelName, GPUComputePipeline>>;
  bindGroupLayout: GPUBindGroupLayout;
}

/** Told how many kernels are compiled. */
export type WarmUpListener = (done: number, total: number) => void;

/** `GPUShaderStage.COMPUTE`. */
const COMPUTE = 4;

/** In the order of `bindings.wgsl`. Seven storage buffers: every device has room for eight. */
const BINDINGS: readonly GPUBufferBindingType[] = [
  'uniform',
  ...(['storage', 'storage', 'storage', 'storage', 'read-only-storage', 'storage', 'storage'] as const),
];

/** The one bind group's layout. */
export function kernelBindings(device: GPUDevice): GPUBindGroupLayout {
  return device.createBindGroupLayout({
    entries: BINDINGS.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
  });
}

async function compile(
  device: GPUDevice,
  code: string,
  onWarmUp: WarmUpListener | undefined,
): Promise<StudentKernels> {
  const bindGroupLayout = kernelBindings(device);
  const layout = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] });
  const module = device.createShaderModule({ code });
  let done = 0;
  const entries = KERNELS.map(async (entryPoint) => {
    const pipeline = await device.createComputePipelineAsync({ layout, compute: { module, entryPoint } });
    done += 1;
    onWarmUp?.(done, KERNELS.length);
    return [entryPoint, pipeline] as const;
  });
  const pipelines = Object.fromEntries(await Promise.all(entries)) as StudentKernels['pipelines'];
  return { pipelines, bindGroupLayout };
}

/** By device, then by source: the learner and its referee share them. */
const compiled = new WeakMap<GPUDevice, Map<string, Promise<StudentKernels>>>();

/**
 * The kernels of an architecture, compiled once per device.
 * @throws EngineLostError when the device is lost meanwhile.
 */
export function studentKernels(
  gpu: Gpu,
  architecture: Architecture,
  onWarmUp?: WarmUpListener,
): Promise<StudentKernels> {
  const known = compiled.get(gpu.device) ?? new Map<string, Promise<StudentKernels>>();
  compiled.set(gpu.device, known);
  const code = [architecture.declarations(), ...KERNEL_SOURCES].join('\n');
  let kernels = known.get(code);
  if (kernels === undefined) {
    kernels = gpu.guard(compile(gpu.device, code, onWarmUp));
    known.set(code, kernels);
  }
  return kernels;
}
