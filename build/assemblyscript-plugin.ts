/**
 * Compiles the WASM engine's kernels (AssemblyScript) and provides them as virtual modules, each a
 * WebAssembly module in base64, so that development, build, workers and unit tests all see the
 * same and nothing generated is kept in the repository:
 * - `virtual:wasm-kernels`: SIMD128 only, the same bits on every machine;
 * - `virtual:wasm-kernels-relaxed`: with relaxed SIMD's fused multiply-add.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/student/engine/wasm/assembly');
const OUTPUT = 'kernels.wasm';

/** Compiler features beyond the default, by module id. */
const FEATURES: Record<string, string[]> = {
  'virtual:wasm-kernels': ['simd'],
  'virtual:wasm-kernels-relaxed': ['simd', 'relaxed-simd'],
};

/** @throws Error with the compiler's messages. */
async function compile(features: string[]): Promise<Uint8Array> {
  // Imported only now: it takes a second, and most runs of vite need no kernels.
  const { default: asc } = await import('assemblyscript/asc');
  let bytes: Uint8Array | null = null;
  const entry = relative(root, join(sources, 'index.ts'));
  const options = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--noExportMemory'];
  const { error, stderr } = await asc.main(
    [
      entry,
      ...['--baseDir', root, '--outFile', OUTPUT],
      ...options,
      ...features.flatMap((feature) => ['--enable', feature]),
      // "v128 values cannot cross to JavaScript": the exported functions have none.
      ...['--disableWarning', '112'],
    ],
    {
      writeFile: (name, contents) => {
        if (name === OUTPUT) bytes = contents as Uint8Array;
      },
    },
  );
  if (error) throw new Error(`wasm kernels: ${error.message}\n${stderr.toString()}`);
  if (bytes === null) throw new Error('wasm kernels: the compiler wrote no module');
  return bytes;
}

/** The plugin. It belongs in `plugins` and in `worker.plugins`. */
export function assemblyscript(): Plugin {
  return {
    name: 'assemblyscript',
    resolveId: (id) => (id in FEATURES ? `\0${id}` : null),
    async load(id) {
      const features = FEATURES[id.slice(1)];
      if (!id.startsWith('\0') || features === undefined) return null;
      for (const file of readdirSync(sources)) this.addWatchFile(join(sources, file));
      const bytes = await compile(features);
      return `export default ${JSON.stringify(Buffer.from(bytes).toString('base64'))};`;
    },
  };
}
