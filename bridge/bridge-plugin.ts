/**
 * The bridge: lets the learner in the workbench's page drive pages in a Chromium of its own, started
 * beside the server when it is first needed. Part of the development and of the preview server.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { WebSocketServer } from 'ws';
import { BRIDGE, BRIDGE_LIMITS } from '../src/environments/browser/bridge-protocol.ts';
import { type Refusal, socketRefusal, tokenRefusal } from './admission.ts';
import { serveConnection } from './bridge-connection.ts';
import { BrowserPool } from './browser-pool.ts';

/** The plugin. It belongs in `plugins` only. */
export function bridge(): Plugin {
  return { name: 'bridge', configureServer: attach, configurePreviewServer: attach };
}

function attach(server: ViteDevServer | PreviewServer): void {
  // Without a server of its own (middleware mode) there is nothing to upgrade.
  const http = server.httpServer as Server | null;
  if (http === null) return;
  const token = randomBytes(32).toString('base64url');
  const pool = new BrowserPool(() => server.resolvedUrls?.local[0] ?? null);
  server.middlewares.use(tokenEndpoint(token));
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: BRIDGE_LIMITS.callBytes,
    perMessageDeflate: false,
    handleProtocols: () => BRIDGE.subprotocol,
  });
  sockets.on('connection', (socket) => {
    serveConnection(socket, pool);
    // Nobody is left who could use the browser.
    socket.once('close', () => {
      if (sockets.clients.size === 0) void pool.close();
    });
  });
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Vite's own socket, where there is one, has another path.
    const isOurs = request.url?.startsWith('/__bridge/') === true;
    if (!isOurs && http.listenerCount('upgrade') > 1) return;
    const refusal = socketRefusal(request, token);
    if (refusal) turnAway(socket, refusal);
    else sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client));
  });
  http.on('close', () => {
    for (const client of sockets.clients) client.terminate();
    void pool.close();
  });
}

function tokenEndpoint(token: string): Connect.NextHandleFunction {
  return (request, response: ServerResponse, next) => {
    if (request.url !== BRIDGE.tokenPath) {
      next();
      return;
    }
    const refusal = tokenRefusal(request);
    response.statusCode = refusal?.status ?? 200;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.end(JSON.stringify(refusal ? { refused: refusal.reason } : { token }));
  };
}

function turnAway(socket: Duplex, { status, reason }: Refusal): void {
  socket.on('error', () => socket.destroy());
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${reason}`, () => socket.destroy());
}
