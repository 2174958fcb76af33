/** `npm run rl -- <command>`: installs the dependencies when they are missing, then runs the command line. */
import { ensureDependencies, explain, root } from './setup.mjs';

try {
  ensureDependencies();
  // Imported only now: it is a dependency.
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(`${root}/cli/main.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  process.exitCode = await module.main(process.argv.slice(2));
} catch (error) {
  explain(error);
}
