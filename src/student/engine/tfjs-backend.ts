/** Starts tfjs on a backend. The only place that knows where the WASM binaries are. */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import plainUrl from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simdUrl from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';

/** The backends of this version. */
export type TfjsBackend = 'webgpu' | 'wasm' | 'cpu';

function prepareWasm(): void {
  // The threaded build starts `blob:` workers, which the content security policy refuses.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (typeof self !== 'undefined' && 'location' in self) {
    setWasmPaths({
      'tfjs-backend-wasm.wasm': plainUrl,
      'tfjs-backend-wasm-simd.wasm': simdUrl,
      'tfjs-backend-wasm-threaded-simd.wasm': simdUrl,
    });
  }
}

/**
 * Makes a backend the active one; a second call is free.
 * @throws WebGpuUnavailableError; Error naming the backend when it cannot start here.
 */
export async function startTfjs(backend: TfjsBackend): Promise<void> {
  tf.enableProdMode();
  if (backend === 'wasm') prepareWasm();
  if (backend === 'webgpu') {
    const { registerWebGpuBackend } = await import('./webgpu/tfjs-webgpu-backend.ts');
    await registerWebGpuBackend();
  }
  if (!(await tf.setBackend(backend))) {
    throw new Error(`tfjs: the ${backend} backend did not start; choose another engine in the config`);
  }
  await tf.ready();
}
