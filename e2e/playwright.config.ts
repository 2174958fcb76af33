/** End-to-end tests of the built workbench, in the Chromium that the set-up script found. */
import { defineConfig } from 'playwright/test';
import { chromiumArgs, root } from '../scripts/setup.mjs';

/** Neither the port of `npm start` nor one that a profile of the command line takes. */
const port = 4179;
const baseURL = `http://127.0.0.1:${port}/`;

export default defineConfig({
  testDir: '.',
  outputDir: `${root}/test-results`,
  // One campaign already uses every core, and some of the tests look at the same one.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL,
    viewport: { width: 1280, height: 800 },
    // A stale worker of an older build must not answer for this one.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      args: chromiumArgs,
    },
  },
  webServer: {
    command: `node e2e/serve.mjs ${port}`,
    cwd: root,
    url: baseURL,
    reuseExistingServer: false,
    timeout: 180_000,
  },
});
