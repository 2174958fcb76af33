/** Measurements in a real browser: a page of this folder, built like the product, in Chromium. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, ensureBrowser, root } from '../scripts/setup.mjs';
import viteConfig from '../vite.config.ts';

/** The first port tried; one that is taken is left to its owner. */
const FIRST_PORT = 4195;

/**
 * Builds `bench/<html>`, serves it under the product's headers and calls `body` with it opened, in
 * a browser with a fresh profile and, where given, with more flags.
 */
export async function withBenchPage<T>(
  html: string,
  body: (page: Page, browserVersion: string) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const executablePath = ensureBrowser();
  const outDir = mkdtempSync(join(tmpdir(), 'rl-bench-'));
  const cleanUp: (() => unknown)[] = [() => rmSync(outDir, { recursive: true, force: true })];
  try {
    const config = { ...viteConfig, root, configFile: false as const, logLevel: 'error' as const };
    await build({
      ...config,
      build: {
        ...viteConfig.build,
        outDir,
        emptyOutDir: true,
        rolldownOptions: { input: join(root, 'bench', html) },
      },
    });
    const server = await preview({
      ...config,
      build: { outDir },
      preview: { ...viteConfig.preview, port: FIRST_PORT },
    });
    cleanUp.unshift(() => server.close());
    const browser = await chromium.launch({ executablePath, args: [...chromiumArgs, ...flags] });
    cleanUp.unshift(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls?.local[0]}bench/${html}`);
    return await body(page, browser.version());
  } finally {
    for (const step of cleanUp) await step();
  }
}
