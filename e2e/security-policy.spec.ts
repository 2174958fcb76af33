/** That the tests of this folder would notice a violation of the page's security policy. */
import { test as base } from 'playwright/test';
import { expect, openWorkbench, test, watchContext } from './workbench-test.ts';

test('the page and its workers are sent with a strict policy', async ({ page }) => {
  const scripts: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (/\.js$/.test(response.url())) scripts.push(response.headers()['content-security-policy']);
  });
  const response = await page.goto('/');
  await page.evaluate(() => window.workbenchReady);
  for (const policy of [response?.headers()['content-security-policy'], ...scripts]) {
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toContain('unsafe-inline');
  }
  expect(scripts.length).toBeGreaterThan(0);
});

base('a violation in the page or in the learner is noticed', async ({ browser, baseURL }) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const problems = await watchContext(context);
  const page = await context.newPage();
  await openWorkbench(page);
  expect(problems).toEqual([]);
  // Refused by connect-src before anything is sent.
  const outside = 'https://example.invalid/';
  const attempt = (url: string) => fetch(url).then(String, String);
  await page.evaluate(attempt, outside);
  await expect.poll(() => problems.length, 'in the page').toBeGreaterThan(0);
  problems.length = 0;
  const [learner] = page.workers();
  await learner?.evaluate(attempt, outside);
  await expect.poll(() => problems.join(), 'in the learner').toContain('connect-src');
  await context.close();
});
