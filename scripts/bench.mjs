/** `npm run bench [-- PART …]`: measurements, in Node but for storage and soak, which need Chromium. */
import { ensureDependencies, explain, root } from './setup.mjs';

try {
  ensureDependencies();
  // Imported only now: it is a dependency.
  const { loadConfigFromFile, runnerImport } = await import('vite');
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, root);
  const { module } = await runnerImport(`${root}/bench/main.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: config.plugins,
  });
  process.exitCode = await module.main(process.argv.slice(2));
} catch (error) {
  explain(error);
}
