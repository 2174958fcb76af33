/**
 * Provides what the sandbox of the shell environment is made of, as virtual modules, so that
 * development, build, workers and unit tests all see the same and nothing generated is kept in
 * the repository:
 * - `virtual:sandbox-prelude`: text of the script that every QuickJS realm starts with (the
 *   `node:test` shim and npm's `assert`), bundled into one IIFE;
 * - `virtual:metered-quickjs`: QuickJS's WebAssembly module with a work meter, in base64.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { meterWasm } from './wasm-meter.ts';

const PRELUDE_ID = 'virtual:sandbox-prelude';
const QUICKJS_ID = 'virtual:metered-quickjs';
const wasmFile = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const entry = fileURLToPath(new URL('../src/environments/shell/sandbox/prelude.ts', import.meta.url));

/** The little of Node's `process` that assert and util read. */
const banner = "var process = { env: {}, platform: 'sandbox', version: '', stderr: null };";

async function bundlePrelude(): Promise<{ code: string; modules: string[] }> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_DEBUG': 'undefined', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      // Names stay: a stack trace or an inspected assertion error shows them.
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', banner } },
    },
  });
  const chunks = (Array.isArray(output) ? output : 'output' in output ? [output] : []).flatMap(
    (o) => o.output,
  );
  const chunk = chunks.find((c) => c.type === 'chunk');
  if (chunks.length !== 1 || chunk === undefined) {
    throw new Error(`sandbox prelude: expected one chunk from ${entry}, got ${chunks.length} outputs`);
  }
  return { code: chunk.code, modules: chunk.moduleIds.filter((id) => !id.startsWith('\0')) };
}

/** The plugin. It belongs in `plugins` and in `worker.plugins`. */
export function sandbox(): Plugin {
  return {
    name: 'sandbox',
    resolveId: (id) => (id === PRELUDE_ID || id === QUICKJS_ID ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${QUICKJS_ID}`) {
        const bytes = meterWasm(await readFile(wasmFile));
        return `export default ${JSON.stringify(Buffer.from(bytes).toString('base64'))};`;
      }
      if (id !== `\0${PRELUDE_ID}`) return null;
      const { code, modules } = await bundlePrelude();
      for (const file of modules) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
