/**
 * Pages in a separate Chromium, driven through the bridge beside the server. A static host has no
 * bridge; one that is lost is looked for again until it is back, and who opens a page waits for it.
 */
import { type BirpcReturn, createBirpc } from 'birpc';
import type { z } from 'zod';
import { InfrastructureError } from '../../core/environment.ts';
import {
  Acted,
  BRIDGE,
  BridgeAnswer,
  type BridgeFunctions,
  BridgeToken,
  type LearnerFunctions,
  Opened,
} from './bridge-protocol.ts';
import type { BrowserDriver, DrivenPage } from './driver.ts';
import type { PageAction } from './page-protocol.ts';

/**
 * Where the bridge stands. `absent`: this server has none, as far as is known. `lost`: there was one,
 * and it is looked for.
 */
export interface BridgeStatus {
  readonly state: 'absent' | 'connecting' | 'ready' | 'lost';
  /** What happened and what to do, for people; '' when there is nothing to do. */
  readonly reason: string;
}

/** Limits of waiting, in milliseconds. */
export interface PlaywrightDriverOptions {
  /** For the bridge to answer a call; longer than its own limits. */
  answerMilliseconds?: number;
  /** For a lost bridge to come back, when a page is to be opened. */
  patienceMilliseconds?: number;
}

const DEFAULTS = { answerMilliseconds: 60_000, patienceMilliseconds: 60_000 };
const FIRST_RETRY_MILLISECONDS = 250;
const LONGEST_RETRY_MILLISECONDS = 5000;

const HOW_TO_GET_ONE = 'Start the workbench with `npm start` or `npm run dev`; a static host has no bridge';

/** A `BrowserDriver` whose bridge can be watched. */
export interface PlaywrightDriver extends BrowserDriver {
  readonly status: BridgeStatus;
  /** Looks for the bridge now; starts no browser. */
  connect(): Promise<BridgeStatus>;
  /** Calls with every change of the status, until the returned function is called. */
  subscribe(listener: (status: BridgeStatus) => void): () => void;
}

/** @param origin of the server that the bridge belongs to, e.g. `location.origin`. */
export function createPlaywrightDriver(
  origin: string,
  options: PlaywrightDriverOptions = {},
): PlaywrightDriver {
  return new BridgeDriver(origin, { ...DEFAULTS, ...options });
}

type Rpc = BirpcReturn<BridgeFunctions, LearnerFunctions>;

class BridgeDriver implements PlaywrightDriver {
  readonly name = 'playwright';
  status: BridgeStatus = { state: 'absent', reason: 'The bridge has not been looked for yet' };
  private readonly listeners = new Set<(status: BridgeStatus) => void>();
  private rpc: Rpc | null = null;
  private attempt: Promise<BridgeStatus> | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private delay = FIRST_RETRY_MILLISECONDS;
  private closed = false;

  constructor(
    private readonly origin: string,
    private readonly limits: Required<PlaywrightDriverOptions>,
  ) {}

  subscribe(listener: (status: BridgeStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  connect(): Promise<BridgeStatus> {
    if (this.closed) return Promise.reject(new InfrastructureError('bridge: the driver is closed'));
    if (this.rpc !== null) return Promise.resolve(this.status);
    clearTimeout(this.retry);
    this.attempt ??= this.tryOnce().finally(() => {
      this.attempt = null;
    });
    return this.attempt;
  }

  async open(address: string): Promise<DrivenPage> {
    const rpc = await this.ready();
    const opened = await this.answered(rpc.open(address), Opened);
    const { page } = opened;
    return {
      first: opened.first,
      // A page lives as long as the connection that opened it.
      act: (action: PageAction) => {
        if (this.rpc === rpc) return this.answered(rpc.act(page, action), Acted);
        return Promise.reject(connectionLost('the page went with it'));
      },
      close: async () => {
        if (this.rpc === rpc) await rpc.close(page).catch(() => {});
      },
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    this.rpc?.$meta.close();
  }

  /** The connection, waited for when it was lost. @throws InfrastructureError when there is none. */
  private async ready(): Promise<Rpc> {
    await this.connect();
    if (this.rpc === null && this.status.state === 'lost') await this.cameBack();
    if (this.rpc !== null) return this.rpc;
    throw new InfrastructureError(`bridge: ${this.status.reason}`);
  }

  private cameBack(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      };
      const timer = setTimeout(end, this.limits.patienceMilliseconds);
      const unsubscribe = this.subscribe(({ state }) => {
        if (state === 'ready') end();
      });
    });
  }

  private async tryOnce(): Promise<BridgeStatus> {
    const wasLost = this.status.state === 'lost';
    if (!wasLost) this.tell('connecting', '');
    try {
      const socket = await openSocket(this.origin);
      if (this.closed) socket.close();
      else this.use(socket);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (wasLost) this.lose(reason);
      else this.tell('absent', `${reason}. ${HOW_TO_GET_ONE}`);
    }
    return this.status;
  }

  private use(socket: WebSocket): void {
    const rpc: Rpc = createBirpc<BridgeFunctions, LearnerFunctions>(
      {},
      {
        meta: socket,
        post: (message: string) => socket.send(message),
        on: (listener) => socket.addEventListener('message', ({ data }) => listener(data)),
        serialize: (message) => JSON.stringify(message),
        deserialize: (text: string) => BridgeAnswer.parse(JSON.parse(text)),
        timeout: this.limits.answerMilliseconds,
        onGeneralError: () => {
          socket.close();
          return false;
        },
      },
    );
    socket.addEventListener('close', ({ code, reason }) => {
      this.rpc = null;
      const why = reason || `code ${code}`;
      rpc.$close(connectionLost(why));
      if (!this.closed) this.lose(`The connection to the bridge was lost (${why})`);
    });
    this.rpc = rpc;
    this.delay = FIRST_RETRY_MILLISECONDS;
    this.tell('ready', '');
  }

  private lose(reason: string): void {
    this.tell('lost', `${reason}; it is looked for again. ${HOW_TO_GET_ONE}`);
    if (this.closed) return;
    this.retry = setTimeout(() => void this.connect(), this.delay);
    this.delay = Math.min(2 * this.delay, LONGEST_RETRY_MILLISECONDS);
  }

  private tell(state: BridgeStatus['state'], reason: string): void {
    this.status = { state, reason };
    for (const listener of [...this.listeners]) listener(this.status);
  }

  private async answered<T>(call: Promise<T>, schema: z.ZodType<T>): Promise<Exclude<T, { failed: string }>> {
    let answer: unknown;
    try {
      answer = await call;
    } catch (error) {
      if (error instanceof InfrastructureError) throw error;
      throw new InfrastructureError(
        `bridge: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
      );
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success)
      throw new InfrastructureError('bridge: its answer is not valid; reload the workbench');
    const data = parsed.data as T | { failed: string };
    if (typeof data === 'object' && data !== null && 'failed' in data)
      throw new InfrastructureError(String(data.failed));
    return data as Exclude<T, { failed: string }>;
  }
}

function connectionLost(why: string): InfrastructureError {
  return new InfrastructureError(`bridge: the connection to the bridge was lost (${why}). ${HOW_TO_GET_ONE}`);
}

/** @throws Error saying in a few words why there is no connection. */
async function openSocket(origin: string): Promise<WebSocket> {
  const url = new URL(BRIDGE.socketPath, origin);
  url.protocol = 'ws:';
  const protocols = [BRIDGE.subprotocol, BRIDGE.tokenPrefix + (await fetchToken(origin))];
  const socket = new WebSocket(url, protocols);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error('The bridge refused the connection')));
  });
}

async function fetchToken(origin: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(new URL(BRIDGE.tokenPath, origin), { cache: 'no-store' });
  } catch {
    throw new Error('The server does not answer');
  }
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson) throw new Error('This server has no bridge');
  const answer = BridgeToken.safeParse(await response.json());
  if (!answer.success) throw new Error('The bridge does not know this page');
  return answer.data.token;
}
