/**
 * The bridge's Chromium: started when a page is first opened, with a few contexts among which pages
 * are shared out. A page is used again for the next episode, which is safe because every document
 * has an opaque origin of its own (the server's `sandbox` header): it has no cookies and no storage
 * to leave anything in.
 */
import { availableParallelism } from 'node:os';
import type { Browser, BrowserContext } from 'playwright';
import { chromiumArgs, ensureBrowser } from '../scripts/setup.mjs';
import { InfrastructureError } from '../src/core/environment.ts';
import { type BrowserDriver, type DrivenPage, VIEWPORT } from '../src/environments/browser/driver.ts';
import type { PageReport } from '../src/environments/browser/page-protocol.ts';
import { AllowList } from './allow-list.ts';
import { PageDriver, type PageLimits } from './page-driver.ts';

export interface BrowserPoolOptions {
  /** Contexts, each with a process of its own for its pages: about one for each core. */
  contexts?: number;
  limits?: Partial<PageLimits>;
}

const LIMITS: PageLimits = { answerMilliseconds: 10_000, loadMilliseconds: 20_000 };
/**
 * Features that are switched off. The last list counts, so Playwright's own are here too as far as
 * they matter: no requests in the background, input that is not held back after a navigation.
 */
const OFF = [
  // Every sandboxed document in a process of its own: a second or more of work for each on a busy machine.
  'IsolateSandboxedIframes',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'PaintHolding',
  'Translate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];
const CLOSE_MILLISECONDS = 2000;
/** No proxy can be here: what is not on the allow-list's origin ends at this address. */
const NOWHERE = 'http://127.0.0.1:1';

interface Context {
  readonly context: BrowserContext;
  /** Pages whose episode is over. */
  readonly free: PageDriver[];
  busy: number;
}

interface Started {
  readonly browser: Browser;
  readonly contexts: Context[];
  readonly allowed: AllowList;
}

/** Opens pages in a Chromium of its own. Usable again after `close`. */
export class BrowserPool implements BrowserDriver {
  readonly name = 'playwright';
  private started: Promise<Started> | null = null;
  private readonly contextCount: number;
  private readonly limits: PageLimits;

  /** @param root gives the address of the workbench; null while it is not served. */
  constructor(
    private readonly root: () => string | null,
    { contexts = Math.max(2, Math.min(4, availableParallelism())), limits }: BrowserPoolOptions = {},
  ) {
    this.contextCount = contexts;
    this.limits = { ...LIMITS, ...limits };
  }

  async open(address: string): Promise<DrivenPage> {
    const root = this.root();
    if (root === null) throw new InfrastructureError('bridge: the workbench is not served yet; try again');
    new AllowList(root).resolve(address);
    this.started ??= this.start(root);
    const { contexts, allowed } = await this.started;
    const url = allowed.resolve(address);
    const context = leastBusy(contexts);
    context.busy += 1;
    let page: PageDriver | undefined;
    try {
      page = context.free.pop() ?? (await PageDriver.create(context.context, allowed, this.limits));
      return this.lend(page, context, await page.load(url));
    } catch (error) {
      context.busy -= 1;
      if (page) await this.discard(page, context);
      throw asInfrastructure(error);
    }
  }

  async close(): Promise<void> {
    const { started } = this;
    this.started = null;
    // A browser that did not start has told whoever wanted it.
    await started?.then(({ browser }) => browser.close()).catch(() => {});
  }

  private async start(root: string): Promise<Started> {
    try {
      const { chromium } = await import('playwright');
      const allowed = new AllowList(root);
      const browser = await chromium.launch({
        executablePath: ensureBrowser(),
        args: [
          ...chromiumArgs,
          // All pages of a context in one process, as frames are in a tab.
          '--process-per-site',
          `--disable-features=${OFF.join(',')}`,
          '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        ],
        // Beneath the interception of requests, for what it does not see: redirects, WebSockets, prefetches.
        proxy: { server: NOWHERE, bypass: `<-loopback>,${new URL(allowed.origin).host}` },
      });
      browser.on('disconnected', () => void this.forget(browser));
      const contexts = await Promise.all(
        Array.from({ length: this.contextCount }, () => newContext(browser, allowed)),
      );
      return { browser, contexts, allowed };
    } catch (error) {
      this.started = null;
      throw asInfrastructure(error, 'its Chromium does not start');
    }
  }

  private async forget(browser: Browser): Promise<void> {
    const { started } = this;
    const isOurs = await started?.then(
      (now) => now.browser === browser,
      () => false,
    );
    if (isOurs && this.started === started) this.started = null;
  }

  /** A page for one episode; its end comes once. */
  private lend(page: PageDriver, context: Context, first: PageReport): DrivenPage {
    let isOpen = true;
    const end = async (failed: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      context.busy -= 1;
      if (!failed && (await page.rest())) context.free.push(page);
      else await this.discard(page, context);
    };
    return {
      first,
      act: async (action) => {
        try {
          return await page.act(action);
        } catch (error) {
          await end(true);
          throw asInfrastructure(error);
        }
      },
      close: () => end(false),
    };
  }

  /**
   * Closes a page; with its whole context when its process is stuck: nothing else ends the process.
   * Chromium can lose the request to close a page whose document is just coming.
   */
  private async discard({ page, isStuck }: PageDriver, context: Context): Promise<void> {
    const started = await this.started?.catch(() => null);
    try {
      const isClosed = !isStuck && (await endsWithin(CLOSE_MILLISECONDS, page.close()));
      if (!isClosed && started?.contexts.includes(context)) await replaceContext(started, context);
    } catch {
      // The browser is gone, and the page with it.
    }
  }
}

async function replaceContext({ browser, contexts, allowed }: Started, context: Context): Promise<void> {
  const fresh = await newContext(browser, allowed);
  const at = contexts.indexOf(context);
  // Another page of the same process may have come first.
  if (at >= 0) contexts.splice(at, 1, fresh);
  await endsWithin(CLOSE_MILLISECONDS, (at >= 0 ? context : fresh).context.close());
}

/** Whether work ends in time; it goes on if not. */
async function endsWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const done = work.then(() => true as const);
  // A failure that comes late is nobody's any more.
  done.catch(() => {});
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

async function newContext(browser: Browser, allowed: AllowList): Promise<Context> {
  const context = await browser.newContext({
    viewport: { ...VIEWPORT },
    deviceScaleFactor: 1,
    acceptDownloads: false,
    serviceWorkers: 'block',
  });
  await context.grantPermissions([]);
  await context.route('**/*', (route) =>
    allowed.allows(route.request().url()) ? route.continue() : route.abort('blockedbyclient'),
  );
  return { context, free: [], busy: 0 };
}

function leastBusy(contexts: readonly Context[]): Context {
  return contexts.reduce((best, context) => (context.busy < best.busy ? context : best));
}

function asInfrastructure(error: unknown, what?: string): InfrastructureError {
  if (error instanceof InfrastructureError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InfrastructureError(`bridge: ${what ? `${what}: ` : ''}${reason}`);
}
