/** One QuickJS WebAssembly instance with a capped memory and a work meter. */

import base64 from 'virtual:metered-quickjs';
import baseVariant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { POLICY } from './execution-policy.ts';

/** Size of a WebAssembly page in bytes. */
export const PAGE = 65_536;
/** Pages an instance starts with: what the module was linked for. */
const INITIAL_PAGES = 256;

/** An instance and what the library does not show of it. */
export interface QuickJsInstance {
  quickjs: QuickJSWASMModule;
  memory: WebAssembly.Memory;
  /** Work left (i32): loop iterations inside QuickJS. Below zero the instance traps. */
  meter: WebAssembly.Global<'i32'>;
}

/** Compiled once, for every instance of this thread. */
let compiled: Promise<WebAssembly.Module> | null = null;

/** Makes an instance. The module's bytes are part of the bundle, so nothing is fetched. */
export async function createQuickJsInstance(): Promise<QuickJsInstance> {
  compiled ??= WebAssembly.compile(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  const module = await compiled;
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: POLICY.memoryPages });
  let exports: WebAssembly.Exports | null = null;
  const variant = newVariant(baseVariant, {
    wasmMemory: memory,
    emscriptenModule: {
      instantiateWasm: (imports, onSuccess) => {
        const instance = new WebAssembly.Instance(module, imports);
        exports = instance.exports;
        onSuccess(instance);
        return exports;
      },
    },
  });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const meter: unknown = (exports as WebAssembly.Exports | null)?.['meter'];
  if (!(meter instanceof WebAssembly.Global)) {
    throw new TypeError('QuickJS instance: the module has no work meter; is it the one the build makes?');
  }
  return { quickjs, memory, meter: meter as WebAssembly.Global<'i32'> };
}
