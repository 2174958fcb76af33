/** `npm run bench [-- PART …]`: measurements, in Node but for those that need Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { ensureBrowser, ensureDependencies, explain, root } from './setup.mjs';

/** The Vulkan driver that Chromium brings for machines without a GPU. */
const SOFTWARE_DRIVER = 'vk_swiftshader_icd.json';

/**
 * What Dawn needs around it to compute in software where Vulkan offers no GPU; null where it offers
 * one, and where there is nothing to fall back on.
 */
async function softwareGpu() {
  if (process.platform !== 'linux' || process.env.VK_ICD_FILENAMES) return null;
  const { create } = await import('webgpu');
  if ((await create([]).requestAdapter()) !== null) return null;
  const browser = realpathSync(ensureBrowser());
  // A distribution's browser may be a script that starts what lies in its library folder.
  const folders = [dirname(browser), join(dirname(browser), '..', 'lib', basename(browser))];
  const folder = folders.find((path) => existsSync(join(path, SOFTWARE_DRIVER)));
  if (folder === undefined) return null;
  const libraries = [folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { LD_LIBRARY_PATH: libraries, VK_ICD_FILENAMES: join(folder, SOFTWARE_DRIVER) };
}

async function measure() {
  // Imported only now: it is a dependency.
  const { createServer, loadConfigFromFile } = await import('vite');
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, root);
  // It serves nobody: it is what loads the sources, also those that are imported late.
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: config.plugins,
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { main } = await server.environments.ssr.runner.import(`${root}/bench/main.ts`);
    return await main(process.argv.slice(2));
  } finally {
    await server.close();
  }
}

try {
  ensureDependencies();
  const software = process.argv.includes('--node') ? await softwareGpu() : null;
  if (software === null) {
    process.exitCode = await measure();
  } else {
    // A process finds its libraries when it starts.
    const options = { env: { ...process.env, ...software }, stdio: 'inherit' };
    process.exitCode = spawnSync(process.execPath, process.argv.slice(1), options).status ?? 1;
  }
} catch (error) {
  explain(error);
}
