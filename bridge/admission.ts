/** Who may talk to the bridge: the workbench's own page on this machine, and nobody else. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BRIDGE } from '../src/environments/browser/bridge-protocol.ts';

/** Why a request is turned away. */
export interface Refusal {
  readonly status: 400 | 403 | 404;
  readonly reason: string;
}

const refuse = (status: Refusal['status'], reason: string): Refusal => ({ status, reason });

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** A name that an attacker resolves to this machine arrives with the attacker's name in `Host`. */
function hostRefusal({ headers }: IncomingMessage): Refusal | null {
  return LOOPBACK_HOST.test(headers.host ?? '') ? null : refuse(403, 'the Host is not this machine');
}

/** Why the token is not given to a request; null when it is. Browsers alone write `Sec-Fetch-*`. */
export function tokenRefusal(request: IncomingMessage): Refusal | null {
  const wrongHost = hostRefusal(request);
  if (wrongHost) return wrongHost;
  if (request.method !== 'GET') return refuse(400, 'only GET');
  if (request.headers['sec-fetch-site'] !== 'same-origin') return refuse(403, 'not from the same origin');
  return null;
}

/** Why a WebSocket is not opened; null when it is. @param token of this start. */
export function socketRefusal(request: IncomingMessage, token: string): Refusal | null {
  if (request.url !== BRIDGE.socketPath) return refuse(404, 'no such path');
  const wrongHost = hostRefusal(request);
  if (wrongHost) return wrongHost;
  const { host, origin } = request.headers;
  if (origin !== `http://${host}`) return refuse(403, 'the Origin is not the Host');
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(BRIDGE.subprotocol))
    return refuse(400, `the subprotocol is not ${BRIDGE.subprotocol}`);
  const given = offered.find((name) => name.startsWith(BRIDGE.tokenPrefix)) ?? '';
  if (!isSame(given, BRIDGE.tokenPrefix + token)) return refuse(403, 'the token is not that of this start');
  return null;
}

/** In a time that depends on the length alone, which is no secret. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
