/** A development server with flows and bridge, for tests, and a browser to look at it as a user does. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { createServer, type Plugin } from 'vite';
import { flows } from '../build/flows-plugin.ts';
import { chromiumArgs, ensureBrowser, root } from '../scripts/setup.mjs';
import { securityHeaders } from '../vite.config.ts';
import { bridge } from './bridge-plugin.ts';

/** Pages under `/flows/` of a test's own, by name, with a policy that allows all that ours forbids. */
export type LaxPages = Record<string, string>;

const LAX_POLICY =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation allow-downloads';

function testPages(pages: LaxPages): Plugin {
  return {
    name: 'test-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '', 'http://test').pathname;
        const page = pages[path.replace('/flows/', '')];
        if (path === '/workbench.html') {
          for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
          response.setHeader('Content-Type', 'text/html');
          response.end(
            '<!doctype html><body><script type="module" src="/bridge/workbench-page.fixture.ts"></script>',
          );
        } else if (path.startsWith('/flows/') && page !== undefined) {
          response.setHeader('Content-Type', 'text/html');
          response.setHeader('Content-Security-Policy', page.includes('unsandboxed') ? '' : LAX_POLICY);
          response.end(`<!doctype html><script src="driver.js"></script>${page}`);
        } else next();
      });
    },
  };
}

/** A running server. */
export interface BridgeServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts one; on a given port after a restart. */
export async function startServer(pages: LaxPages = {}, port = 0): Promise<BridgeServer> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'bridge-test-'));
  const server = await createServer({
    configFile: false,
    root,
    cacheDir,
    logLevel: 'error',
    plugins: [testPages(pages), flows(), bridge()],
    // Nothing is found late: that would reload the page in the middle of a test.
    optimizeDeps: { noDiscovery: true, include: ['birpc', 'zod'] },
    server: { port, strictPort: port !== 0, host: '127.0.0.1', hmr: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    close: async () => {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The user's browser. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowser(),
    args: chromiumArgs,
    // A user's browser has scrollbars that take room.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
}

/** A page of the server with the workbench's own headers. */
export async function openWorkbenchPage(browser: Browser, { url }: BridgeServer): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${url}workbench.html`);
  await page.waitForFunction(() => 'drivers' in globalThis);
  return page;
}
