/** Builds the workbench when its sources are newer than the build, and serves the build. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { root } from './setup.mjs';

const dist = join(root, 'dist');
const stamp = join(dist, '.built-at');
/** What the build is made from. */
const inputs = [
  'src',
  'workers',
  'public',
  'build',
  'index.html',
  'headless.html',
  'vite.config.ts',
  'package-lock.json',
];

function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds into `dist` unless the last build is newer than every source. */
export async function ensureBuild() {
  const latest = Math.max(
    ...inputs
      .map((name) => join(root, name))
      .filter(existsSync)
      .map(newest),
  );
  if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) >= latest) return;
  process.stderr.write('Building the workbench …\n');
  await build({ root, logLevel: 'error' });
  writeFileSync(stamp, String(latest));
}

/**
 * Serves `dist` on the loopback interface.
 * @throws Error when the port is taken, saying so.
 */
export async function serve(port) {
  const server = await preview({
    root,
    logLevel: 'warn',
    preview: { port, strictPort: true, host: '127.0.0.1' },
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
