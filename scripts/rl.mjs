/** `npm run rl -- <command>`: installs and builds what is missing, then runs the command line. */
import { ensureBrowser, ensureDependencies, explain, root } from './setup.mjs';

try {
  ensureDependencies();
  const help = process.argv.length < 3 || process.argv.includes('--help');
  if (!help) {
    ensureBrowser();
    // Imported only now: it needs the dependencies.
    const { ensureBuild } = await import('./workbench-server.mjs');
    await ensureBuild();
  }
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
