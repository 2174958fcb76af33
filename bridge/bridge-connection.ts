/** One learner's connection to the bridge: its calls, and the pages it has open. */
import { createBirpc } from 'birpc';
import type { RawData, WebSocket } from 'ws';
import { InfrastructureError } from '../src/core/environment.ts';
import {
  BRIDGE_LIMITS,
  BridgeCall,
  type BridgeFunctions,
  type LearnerFunctions,
} from '../src/environments/browser/bridge-protocol.ts';
import type { BrowserDriver, DrivenPage } from '../src/environments/browser/driver.ts';

/** Close codes of RFC 6455, section 7.4.1. */
const INVALID_MESSAGE = 1007;

/** Serves one learner until its socket closes, and closes its pages then. */
export function serveConnection(socket: WebSocket, driver: BrowserDriver): void {
  const pages = new ConnectionPages(driver);
  const rpc = createBirpc<LearnerFunctions, BridgeFunctions>(
    {
      open: (address) => answered(() => pages.open(address)),
      act: (page, action) => answered(() => pages.page(page).act(action)),
      close: async (page) => {
        await answered(() => pages.close(page));
      },
    },
    {
      post: (message: string) => {
        if (socket.readyState === socket.OPEN) socket.send(message);
      },
      on: (listener) => socket.on('message', (data: RawData) => listener(String(data))),
      serialize: (message) => JSON.stringify(message),
      deserialize: (text: string) => BridgeCall.parse(JSON.parse(text)),
      onGeneralError: () => {
        socket.close(INVALID_MESSAGE, 'not a call of this protocol');
        return true;
      },
    },
  );
  // What was wrong, e.g. a message over the limit, goes to the learner in the close frame.
  socket.on('error', () => {});
  socket.on('close', () => {
    rpc.$close();
    void pages.closeAll();
  });
}

/** Errors do not survive JSON: what failed is an answer like any other. */
async function answered<T>(work: () => Promise<T>): Promise<T | { failed: string }> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { failed: reason.slice(0, BRIDGE_LIMITS.failureLength) };
  }
}

class ConnectionPages {
  private readonly pages = new Map<number, DrivenPage>();
  private opened = 0;
  private opening = 0;
  private closed = false;

  constructor(private readonly driver: BrowserDriver) {}

  async open(address: string): Promise<{ page: number; first: DrivenPage['first'] }> {
    if (this.pages.size + this.opening >= BRIDGE_LIMITS.pages) {
      throw new InfrastructureError(`bridge: ${BRIDGE_LIMITS.pages} pages are open; close some first`);
    }
    this.opening += 1;
    try {
      const page = await this.driver.open(address);
      if (this.closed) await page.close();
      const id = this.opened;
      this.opened += 1;
      this.pages.set(id, page);
      return { page: id, first: page.first };
    } finally {
      this.opening -= 1;
    }
  }

  page(id: number): DrivenPage {
    const page = this.pages.get(id);
    if (page === undefined) throw new InfrastructureError(`bridge: page ${id} is not open`);
    return page;
  }

  async close(id: number): Promise<void> {
    const page = this.pages.get(id);
    this.pages.delete(id);
    await page?.close();
  }

  async closeAll(): Promise<void> {
    this.closed = true;
    await Promise.allSettled([...this.pages.keys()].map((id) => this.close(id)));
  }
}
