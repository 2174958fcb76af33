/**
 * `npm test`: installs what is missing and runs everything: check, unit, browser, end to end.
 * `npm test -- unit` runs one part.
 */
import { spawnSync } from 'node:child_process';
import { ensureBrowser, ensureDependencies, explain, root } from './setup.mjs';

const parts = {
  check: [['tsc', '-p', '.'], ['biome', 'ci', '--error-on-warnings'], ['knip']],
  unit: [['vitest', 'run', '--project', 'unit']],
  browser: [['vitest', 'run', '--project', 'browser']],
  e2e: [['playwright', 'test', '-c', 'e2e/playwright.config.ts']],
};

try {
  ensureDependencies();
  ensureBrowser();
  const wanted = process.argv.slice(2);
  for (const name of wanted.filter((n) => !(n in parts))) {
    throw new Error(`there is no part "${name}"; parts: ${Object.keys(parts).join(', ')}`);
  }
  for (const [name, commands] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [command, ...args] of commands) {
      console.log(`\n── ${name}: ${command} ${args.join(' ')}`);
      const started = Date.now();
      const { status } = spawnSync('npx', ['--no-install', command, ...args], {
        cwd: root,
        stdio: 'inherit',
      });
      if (status !== 0) {
        process.exitCode = 1;
        throw new Error(`${name} failed: ${command} ${args.join(' ')}`);
      }
      console.log(`── ${name}: ${command} passed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
    }
  }
} catch (error) {
  explain(error);
}
