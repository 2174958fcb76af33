/** Attacks on the bridge's endpoint and its socket, as whoever can send bytes to this machine would try. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { BRIDGE, BRIDGE_LIMITS, BridgeToken } from '../src/environments/browser/bridge-protocol.ts';
import { bridge } from './bridge-plugin.ts';
import { type BridgeServer, startServer } from './bridge-server.fixture.ts';

async function startPreview(): Promise<BridgeServer> {
  const root = mkdtempSync(join(tmpdir(), 'bridge-preview-'));
  mkdirSync(join(root, 'dist'));
  writeFileSync(join(root, 'dist/index.html'), '<!doctype html><title>Workbench</title>');
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [bridge()],
    preview: { port: 0, host: '127.0.0.1' },
  });
  const url = server.resolvedUrls?.local[0] ?? '';
  return {
    url,
    port: Number(new URL(url).port),
    close: async () => {
      await server.close();
      rmSync(root, { recursive: true });
    },
  };
}

describe.each([
  ['development server', () => startServer()],
  ['preview server', startPreview],
])('%s', (_, start) => {
  let server: BridgeServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  /** What a client on this machine gets that may write any header. */
  function get(headers: Record<string, string>, method = 'GET', path: string = BRIDGE.tokenPath) {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          );
        });
        sent.on('error', reject);
        sent.end();
      },
    );
  }

  async function token(): Promise<string> {
    const { body } = await get({ 'Sec-Fetch-Site': 'same-origin' });
    return BridgeToken.parse(JSON.parse(body)).token;
  }

  interface Attempt {
    path?: string;
    host?: string;
    origin?: string | null;
    protocols?: string[];
  }

  const rightProtocols = async () => [BRIDGE.subprotocol, BRIDGE.tokenPrefix + (await token())];

  /** Resolves with the status of the answer when the socket is refused, and with 101 when it opens. */
  async function connect(attempt: Attempt = {}): Promise<{ status: number; socket: WebSocket }> {
    const host = attempt.host ?? `127.0.0.1:${server.port}`;
    const origin = attempt.origin === undefined ? `http://${host}` : attempt.origin;
    const url = `ws://127.0.0.1:${server.port}${attempt.path ?? BRIDGE.socketPath}`;
    const socket = new WebSocket(url, attempt.protocols ?? (await rightProtocols()), {
      headers: { Host: host },
      ...(origin === null ? {} : { origin }),
    });
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve({ status: 101, socket }));
      socket.on('unexpected-response', (sent, response) => {
        resolve({ status: response.statusCode ?? 0, socket });
        sent.destroy();
      });
      socket.on('error', reject);
    });
  }

  /** Close code that the bridge answers a message with. */
  async function closeCodeAfter(message: string | Buffer): Promise<number> {
    const { socket } = await connect();
    const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
    socket.send(message);
    return closed;
  }

  test('the token is given to the same origin only, uncached, and is another at every start', async () => {
    const given = await get({ 'Sec-Fetch-Site': 'same-origin' });
    expect(given.status).toBe(200);
    expect(given.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await token(), 'base64url')).toHaveLength(32);
    for (const site of ['cross-site', 'same-site', 'none']) {
      const refused = await get({ 'Sec-Fetch-Site': site });
      expect([site, refused.status]).toEqual([site, 403]);
      expect(refused.body).not.toContain(await token());
    }
    expect((await get({})).status).toBe(403);
    expect((await get({ 'Sec-Fetch-Site': 'same-origin' }, 'POST')).status).toBe(400);
    const again = await start();
    const other = await new Promise<string>((resolve) => {
      const options = { port: again.port, host: '127.0.0.1', path: BRIDGE.tokenPath };
      request({ ...options, headers: { 'Sec-Fetch-Site': 'same-origin' } }, (response) =>
        response.on('data', (chunk) => resolve(String(chunk))),
      ).end();
    });
    await again.close();
    expect(BridgeToken.parse(JSON.parse(other)).token).not.toBe(await token());
  });

  test('a name that was rebound to this machine gets neither the token nor a socket', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1.evil.example',
      '192.168.0.1',
    ]) {
      expect((await get({ 'Sec-Fetch-Site': 'same-origin', Host: host })).status).toBe(403);
      expect([host, (await connect({ host })).status]).toEqual([host, 403]);
    }
  });

  test('a foreign, opaque or missing Origin gets no socket', async () => {
    const own = `127.0.0.1:${server.port}`;
    for (const origin of ['http://evil.example', 'null', null, `https://${own}`, `http://127.0.0.1:1`]) {
      expect([origin, (await connect({ origin })).status]).toEqual([origin, 403]);
    }
    // This machine's other name is another origin.
    expect((await connect({ origin: `http://localhost:${server.port}` })).status).toBe(403);
  });

  test('without the token, or with another, there is no socket', async () => {
    const { subprotocol, tokenPrefix } = BRIDGE;
    const right = await token();
    const wrong = (right.startsWith('A') ? 'B' : 'A') + right.slice(1);
    expect((await connect({ protocols: [subprotocol] })).status).toBe(403);
    expect((await connect({ protocols: [subprotocol, tokenPrefix + wrong] })).status).toBe(403);
    expect((await connect({ protocols: [subprotocol, tokenPrefix + right.slice(1)] })).status).toBe(403);
    expect((await connect({ protocols: [subprotocol, `${tokenPrefix}${right}x`] })).status).toBe(403);
    expect((await connect({ protocols: [tokenPrefix + right] })).status).toBe(400);
  });

  test('only the exact path has a socket', async () => {
    for (const path of [
      '/__bridge/socket/',
      '/__bridge/socket?x',
      '/__bridge/',
      '/__bridge/token',
      '/__bridge//socket',
    ]) {
      expect([path, (await connect({ path })).status]).toEqual([path, 404]);
    }
  });

  test('the right client gets a socket, and the token is not repeated to it', async () => {
    const { status, socket } = await connect();
    expect(status).toBe(101);
    expect(socket.protocol).toBe(BRIDGE.subprotocol);
    socket.close();
  });

  test('a message over the limit ends the connection', async () => {
    const call = (length: number) => JSON.stringify({ t: 'q', i: '1', m: 'open', a: ['x'.repeat(length)] });
    expect(await closeCodeAfter(call(BRIDGE_LIMITS.callBytes))).toBe(1009);
  });

  test.each([
    ['no JSON', 'open'],
    ['null', 'null'],
    ['bytes', Buffer.from([0xff, 0xfe, 0])],
    ['no call', '{}'],
    ['an unknown method', '{"t":"q","i":"1","m":"constructor","a":[]}'],
    ['wrong arguments', '{"t":"q","i":"1","m":"open","a":[7]}'],
    ['an unknown action', '{"t":"q","i":"1","m":"act","a":[0,{"kind":"evaluate","script":"1"}]}'],
    ['an answer to nothing', '{"t":"s","i":"1","r":1}'],
  ])('%s ends the connection', async (_what, message) => {
    expect(await closeCodeAfter(message)).toBe(1007);
  });

  test('a page that was never opened, and an address outside the flows, are answered with the reason', async () => {
    const { socket } = await connect();
    const answers = new Map<string, unknown>();
    socket.on('message', (data) => {
      const { i, r } = JSON.parse(String(data));
      answers.set(i, r);
    });
    socket.send(JSON.stringify({ t: 'q', i: 'act', m: 'act', a: [3, { kind: 'wait' }] }));
    socket.send(JSON.stringify({ t: 'q', i: 'open', m: 'open', a: ['http://evil.example/'] }));
    await expect.poll(() => answers.size).toBe(2);
    expect(answers.get('act')).toEqual({ failed: 'bridge: page 3 is not open' });
    expect(answers.get('open')).toMatchObject({ failed: expect.stringMatching(/is not in .*flows\//) });
    socket.close();
  });
});
