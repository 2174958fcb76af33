import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs } from './scripts/setup.mjs';

/** The browser found by the set-up script; the default is Debian's. */
const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{src,workers,bridge,cli,scripts,bench,build}/**/*.test.{ts,mjs}'],
          exclude: ['**/*.browser.test.ts', '**/modules/**', '**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'browser',
          include: ['{src,workers}/**/*.browser.test.ts'],
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
