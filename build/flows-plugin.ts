/**
 * The pages that the agent uses, under `/flows/`: static files of `public/flows`, and the scripts
 * they load, each bundled into one classic script. They are served apart from everything else, in
 * development, preview and browser tests alike, because their headers are their own: a sandboxed
 * frame of a cross-origin isolated page may show only what says so itself.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Connect, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const browser = join(root, 'src/environments/browser');

/** The scripts, by their name under `/flows/`. */
const SCRIPTS: Record<string, string> = {
  'driver.js': join(browser, 'page/driver.ts'),
  'flow.js': join(browser, 'flows/main.ts'),
  'gallery.js': join(browser, 'flows/gallery.ts'),
  'miniwob.js': join(browser, 'miniwob/adapter.ts'),
};

/** Pages of the driver's own tests, under `/flows/fixtures/` while tests run. */
const FIXTURES = join(browser, 'page/fixtures');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/**
 * Headers of everything under `/flows/`. The pages are sandboxed wherever they are opened: even in a
 * tab of their own they have an opaque origin and reach nothing of the workbench.
 */
export const flowHeaders: Record<string, string> = {
  'Content-Security-Policy': [
    'sandbox allow-scripts allow-forms allow-modals',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

interface Bundle {
  readonly code: string;
  readonly modules: ReadonlySet<string>;
}

async function bundle(entry: string): Promise<Bundle> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const chunks = (Array.isArray(output) ? output : 'output' in output ? [output] : []).flatMap(
    (o) => o.output,
  );
  const chunk = chunks.find((c) => c.type === 'chunk');
  if (chunks.length !== 1 || chunk === undefined) {
    throw new Error(`flows: expected one chunk from ${entry}, got ${chunks.length} outputs`);
  }
  return { code: chunk.code, modules: new Set(chunk.moduleIds) };
}

/** Bundles scripts when they are first asked for, and again when a source of theirs has changed. */
class Scripts {
  private readonly bundles = new Map<string, Promise<Bundle>>();

  get(name: string): Promise<Bundle> | null {
    const entry = SCRIPTS[name];
    if (entry === undefined) return null;
    let made = this.bundles.get(name);
    if (made === undefined) {
      made = bundle(entry);
      this.bundles.set(name, made);
      // A source that cannot be bundled now may be mended.
      made.catch(() => this.bundles.delete(name));
    }
    return made;
  }

  async forget(file: string): Promise<void> {
    for (const [name, made] of this.bundles) {
      if ((await made.catch(() => null))?.modules.has(file)) this.bundles.delete(name);
    }
  }
}

/** Answers with a file, of the type that its name says. */
export function send(
  response: ServerResponse,
  name: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = flowHeaders,
): void {
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
  response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
  response.end(body);
}

/** Path of a request within `/flows/`, whose own page is the list of flows; null for any other, and for one that leads out of it. */
export function flowPath(url: string | undefined): string | null {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url ?? '', 'http://flows').pathname);
  } catch {
    return null;
  }
  if (!path.startsWith('/flows/')) return null;
  const inside = normalize(path.slice('/flows/'.length));
  if (inside === '.') return 'index.html';
  return inside.startsWith('..') || inside.includes('\0') ? null : inside;
}

/** Serves `/flows/` from folders, the first that has the file, and from bundled scripts. */
function serve(folders: Record<string, string>, scripts: Scripts | null): Connect.NextHandleFunction {
  const respond = async (response: ServerResponse, path: string): Promise<void> => {
    const script = await scripts?.get(path);
    if (script) return send(response, path, script.code);
    for (const [prefix, folder] of Object.entries(folders)) {
      if (!path.startsWith(prefix)) continue;
      const file = join(folder, path.slice(prefix.length));
      if (file.startsWith(folder + sep) && extname(file) !== '' && existsSync(file)) {
        return send(response, path, await readFile(file));
      }
    }
    response.statusCode = 404;
    send(response, 'missing.txt', `flows: there is no ${path}`);
  };
  return (request, response, next) => {
    const path = flowPath(request.url);
    if (path === null) next();
    else respond(response, path).catch(next);
  };
}

/** The plugin. */
export function flows(): Plugin {
  const scripts = new Scripts();
  let outDir = '';
  return {
    name: 'flows',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.watcher.on('change', (file) => void scripts.forget(file));
      const folders = {
        ...(process.env['VITEST'] ? { 'fixtures/': FIXTURES } : {}),
        '': join(root, 'public/flows'),
      };
      server.middlewares.use(serve(folders, scripts));
    },
    configurePreviewServer(server) {
      server.middlewares.use(serve({ '': join(outDir, 'flows') }, null));
    },
    async generateBundle() {
      for (const name of Object.keys(SCRIPTS)) {
        const made = await scripts.get(name);
        if (made) this.emitFile({ type: 'asset', fileName: `flows/${name}`, source: made.code });
      }
    },
  };
}
