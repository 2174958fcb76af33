import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flows } from './flows-plugin.ts';
import { miniwob, withScripts } from './miniwob-plugin.ts';

const create = () =>
  createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [miniwob(), flows()],
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });

let vite: ViteDevServer;
let server: Server;
let base: string;
beforeAll(async () => {
  vite = await create();
  server = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/flows/miniwob`;
});
afterAll(async () => {
  server.close();
  await vite.close();
});

describe('MiniWoB++ under /flows/miniwob/', () => {
  test('pages get our scripts and a sandbox that lets their own inline ones run; other files get neither', async () => {
    const page = await fetch(`${base}/miniwob/enter-code.html?seed=1`);
    const policy = page.headers.get('Content-Security-Policy');
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms allow-modals;/);
    expect(policy).toContain("script-src 'self' 'unsafe-inline';");
    expect(policy).not.toMatch(/unsafe-eval|same-origin/);
    expect(await page.text()).toMatch(/^<!DOCTYPE html><script src="\/flows\/driver\.js">/);
    const core = await fetch(`${base}/core/core.js`);
    expect(core.headers.get('Content-Type')).toContain('text/javascript');
    expect(await core.text()).not.toContain('driver.js');
  });

  test('nothing outside its folder', async () => {
    for (const path of ['missing.html', '..%2fadapter.ts', 'core', 'miniwob/..%2f..%2fpage-clock.ts']) {
      expect((await fetch(`${base}/${path}`)).status, path).toBe(404);
    }
  });

  test('a folder that is not its html folder stops the server, and is named', async () => {
    process.env['RL_MINIWOB'] = 'docs';
    await expect(create()).rejects.toThrow(/RL_MINIWOB: .*docs is not the html folder/);
    delete process.env['RL_MINIWOB'];
  });
});

test('scripts come first, but after the doctype', () => {
  expect(withScripts('\n<!doctype html>\n<html>')).toMatch(/^\n<!doctype html><script .*<\/script>\n<html>$/);
  expect(withScripts('<html>')).toMatch(/^<script .*<\/script><html>$/);
});
