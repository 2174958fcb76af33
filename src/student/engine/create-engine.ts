/** Engines by the name a config gives them. */
import type { EngineName, EnginePair } from '../../core/campaign-config.ts';
import type { TrainingState } from '../parameters.ts';
import type { Engine, EngineLostError } from './engine.ts';
import { RecoverableEngine } from './recoverable-engine.ts';
import { SplitEngine } from './split-engine.ts';
import { startTfjs } from './tfjs-backend.ts';
import { TfjsEngine } from './tfjs-engine.ts';
import { WasmEngine } from './wasm/wasm-engine.ts';
import { sharedGpu } from './webgpu/gpu.ts';
import { WebGpuEngine } from './webgpu/webgpu-engine.ts';

/** What an engine tells while it starts and works. */
export interface EngineListener {
  /** How many kernels are compiled; only engines that compile at start tell. */
  warmUp?(done: number, total: number): void;
  /** The GPU was lost; the engine is started on a new one and its work done again. */
  lost?(error: EngineLostError): void;
}

/**
 * Starts an engine with a copy of the given weights; its `name` is the one asked for.
 * @throws KernelVariantError, WebGpuUnavailableError or Error naming the engine when it cannot start here.
 */
export async function createEngine(
  name: EngineName,
  state: TrainingState,
  listener: EngineListener = {},
): Promise<Engine> {
  const recoverable = (start: (from: TrainingState) => Promise<Engine>) =>
    RecoverableEngine.create(start, state, (error) => listener.lost?.(error));
  switch (name) {
    case 'wasm':
      return WasmEngine.create(state, 'simd128');
    case 'wasm-relaxed':
      return WasmEngine.create(state, 'relaxed-simd');
    case 'webgpu':
      return recoverable(async (from) =>
        WebGpuEngine.create(from, await sharedGpu(), (done, total) => listener.warmUp?.(done, total)),
      );
    case 'tfjs-webgpu':
      return recoverable(async (from) => {
        await startTfjs('webgpu');
        return new TfjsEngine(from);
      });
    case 'tfjs-wasm':
      await startTfjs('wasm');
      return new TfjsEngine(state);
    case 'tfjs-cpu':
      await startTfjs('cpu');
      return new TfjsEngine(state);
  }
}

/**
 * Starts the two engines of a pair as one; of the same name they are the same engine.
 * @throws as `createEngine`; then neither runs.
 */
export async function createEngines(
  { acting, updating }: EnginePair,
  state: TrainingState,
  listener?: EngineListener,
): Promise<Engine> {
  const updater = await createEngine(updating, state, listener);
  if (acting === updating) return updater;
  try {
    return new SplitEngine(await createEngine(acting, state, listener), updater);
  } catch (error) {
    updater.close();
    throw error;
  }
}
