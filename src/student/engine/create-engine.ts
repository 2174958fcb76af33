/** Engines by the name a config gives them. */
import type { EngineName } from '../../core/campaign-config.ts';
import type { TrainingState } from '../parameters.ts';
import type { Engine } from './engine.ts';
import { startTfjs } from './tfjs-backend.ts';
import { TfjsEngine } from './tfjs-engine.ts';
import { WasmEngine } from './wasm/wasm-engine.ts';

/**
 * Starts an engine with a copy of the given weights; its `name` is the one asked for.
 * @throws KernelVariantError or Error naming the engine when it cannot start here.
 */
export async function createEngine(name: EngineName, state: TrainingState): Promise<Engine> {
  switch (name) {
    case 'wasm':
      return WasmEngine.create(state, 'simd128');
    case 'wasm-relaxed':
      return WasmEngine.create(state, 'relaxed-simd');
    case 'tfjs-wasm':
      await startTfjs('wasm');
      return new TfjsEngine(state);
    case 'tfjs-cpu':
      await startTfjs('cpu');
      return new TfjsEngine(state);
  }
}
