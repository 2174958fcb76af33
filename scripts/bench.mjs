/** `npm run bench [-- throughput|fidelity]`: measurements of the shell environment, in Node alone. */
import { ensureDependencies, explain, root } from './setup.mjs';

try {
  ensureDependencies();
  // Imported only now: it is a dependency.
  const { runnerImport } = await import('vite');
  const options = { root, configFile: false, logLevel: 'error' };
  const { module: plugin } = await runnerImport(`${root}/build/sandbox-plugin.ts`, options);
  const { module } = await runnerImport(`${root}/bench/main.ts`, {
    ...options,
    plugins: [plugin.sandbox()],
  });
  process.exitCode = await module.main(process.argv.slice(2));
} catch (error) {
  explain(error);
}
