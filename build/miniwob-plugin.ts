/**
 * MiniWoB++'s pages, unmodified, under `/flows/miniwob/`: from the folder that the environment variable
 * `RL_MINIWOB` names (its `html` folder, with `core` and `miniwob` in it). Nothing of it is part of the
 * workbench or of its build. Every page gets the page driver and the adapter as its first scripts.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connect, Plugin } from 'vite';
import { flowHeaders, flowPath, send } from './flows-plugin.ts';

/** A page with MiniWoB's interface, for tests. */
const FIXTURE = fileURLToPath(new URL('../src/environments/browser/miniwob/fixtures', import.meta.url));

/** Their scripts and styles are inline; the sandbox is that of all flows. */
const headers: Readonly<Record<string, string>> = {
  ...flowHeaders,
  'Content-Security-Policy': (flowHeaders['Content-Security-Policy'] ?? '')
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

const SCRIPTS = '<script src="/flows/driver.js"></script><script src="/flows/miniwob.js"></script>';

/** Before everything but the doctype, without which the page would be laid out by other rules. */
export function withScripts(html: string): string {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  return `${doctype}${SCRIPTS}${html.slice(doctype.length)}`;
}

/** The folder to serve; null when none is named. @throws Error when it is not MiniWoB's. */
function folderOf(named: string | undefined): string | null {
  if (named === undefined || named === '') return process.env['VITEST'] ? FIXTURE : null;
  const folder = resolve(named);
  if (['core/core.js', 'miniwob'].every((part) => existsSync(join(folder, part)))) return folder;
  throw new Error(
    `RL_MINIWOB: ${folder} is not the html folder of MiniWoB++: core/core.js and miniwob are not in it`,
  );
}

function serve(folder: string): Connect.NextHandleFunction {
  const respond = async (path: string, response: Parameters<typeof send>[0]): Promise<void> => {
    const file = join(folder, path);
    if (!file.startsWith(folder + sep) || !/\.\w+$/.test(path) || !existsSync(file)) {
      response.statusCode = 404;
      send(response, 'missing.txt', `miniwob: there is no ${path}`, headers);
    } else if (path.endsWith('.html')) {
      send(response, path, withScripts(await readFile(file, 'utf8')), headers);
    } else send(response, path, await readFile(file), headers);
  };
  return (request, response, next) => {
    const path = flowPath(request.url);
    if (!path?.startsWith('miniwob/')) next();
    else respond(path.slice('miniwob/'.length), response).catch(next);
  };
}

/** The plugin; it comes before that of the flows. */
export function miniwob(): Plugin {
  const attach = (server: { middlewares: Connect.Server }) => {
    const folder = folderOf(process.env['RL_MINIWOB']);
    if (folder !== null) server.middlewares.use(serve(folder));
  };
  return { name: 'miniwob', configureServer: attach, configurePreviewServer: attach };
}
