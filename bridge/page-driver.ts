/**
 * One page of the bridge's browser, used for one episode after another. The page's own driver says
 * where an action has to go, the browser's mouse and keyboard do it (trusted input), and the page's
 * driver looks. What no mouse can do in a headless browser (choosing from a native list, picking a
 * date) and what must be alike in both drivers (scrolling, waiting) the page's driver does itself.
 */
import type { BrowserContext, Page } from 'playwright';
import { z } from 'zod';
import { InfrastructureError } from '../src/core/environment.ts';
import {
  type ActionReport,
  ActionResult,
  type PageAction,
  PageReport,
} from '../src/environments/browser/page-protocol.ts';
import type { AllowList } from './allow-list.ts';
import { announceDocument, type DocumentNotice, READY, selectText } from './page-script.ts';

/** Limits of waiting, in milliseconds. */
export interface PageLimits {
  /** For a page to answer. */
  answerMilliseconds: number;
  /** For a document to load. */
  loadMilliseconds: number;
}

/** What the page's driver answers; a page may have replaced it. */
const Target = z.object({
  result: ActionResult,
  point: z.object({ x: z.number().finite(), y: z.number().finite() }).nullable(),
  focused: z.boolean(),
});
const Settled = PageReport.nullable();
const Answer = z.object({ result: ActionResult, report: Settled });

/** Fields whose text cannot be typed as it is. */
const PICKED = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);

const LEFT: ActionResult = { status: 'stale', reason: 'the page has been replaced by another' };
/** The document that was asked is gone. */
const GONE = Symbol('gone');
const CONTEXT_GONE = /context was destroyed|cannot find context|because of a navigation|frame was detached/i;
const ADDRESS_SHOWN = 120;

export class PageDriver {
  private address = '';
  /** Tells documents apart: `performance.timeOrigin` of the one that is driven. */
  private origin = 0;
  /** Documents since the address was loaded, the present one included. */
  private documents = 0;
  private last: PageReport | null = null;
  /** First report of a document that nobody waited for. */
  private unseen: PageReport | null = null;
  private waiting: { resolve(report: PageReport): void; reject(error: Error): void } | null = null;
  private ended: string | null = 'no address is loaded';
  /** Whether the document before the address, of another episode, is gone. */
  private isThere = false;
  /** Its process, which it shares with the other pages of its context, is busy for ever, or has ended. */
  isStuck = false;

  private constructor(
    readonly page: Page,
    private readonly allowed: AllowList,
    private readonly limits: PageLimits,
  ) {}

  /** A page in which nothing is loaded yet. */
  static async create(context: BrowserContext, allowed: AllowList, limits: PageLimits): Promise<PageDriver> {
    const page = await context.newPage();
    const driver = new PageDriver(page, allowed, limits);
    page.on('popup', (popup) => void popup.close().catch(() => {}));
    // The page's driver dismisses dialogs before they come here; leaving is never held up.
    page.on('dialog', (dialog) => {
      const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
      answer.catch(() => {});
    });
    page.on('crash', () => {
      driver.isStuck = true;
      driver.end('its process has ended');
    });
    page.on('close', () => driver.end('it was closed, maybe with another that did not answer'));
    page.on('request', (request) => {
      const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame();
      if (leaves && !allowed.allows(request.url())) driver.end(`it tried to go to ${request.url()}`);
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url() === driver.address) driver.isThere = true;
    });
    await page.exposeBinding(READY, ({ frame }, notice: DocumentNotice) => {
      if (frame === page.mainFrame()) driver.onDocument(notice);
    });
    await page.addInitScript(announceDocument, READY);
    return driver;
  }

  /**
   * Loads an address for a new episode.
   * @throws InfrastructureError when it does not load, or is no page that may be driven.
   */
  async load(url: string): Promise<PageReport> {
    Object.assign(this, {
      address: url,
      documents: 0,
      last: null,
      unseen: null,
      ended: null,
      isThere: false,
    });
    const { loadMilliseconds: timeout } = this.limits;
    const going = this.page.goto(url, { waitUntil: 'commit', timeout }).then(
      (response) => {
        if (response && !response.ok()) this.end(`the server answers ${response.status()}`);
      },
      (error: Error) => void this.end(error.message),
    );
    const [first] = await Promise.all([this.nextDocument(), going]);
    return this.numbered(first);
  }

  /**
   * Ends the episode; the page stays as it is until the next address is loaded, which costs half of
   * what emptying it before would. @returns whether it can be used again.
   */
  async rest(): Promise<boolean> {
    this.ended ??= 'its episode is over';
    try {
      // What the next page shows under the mouse is not hovered over.
      await this.within(this.limits.answerMilliseconds, this.page.mouse.move(0, 0));
      return !this.isStuck && !this.page.isClosed();
    } catch {
      return false;
    }
  }

  /** @throws InfrastructureError when the page does not answer or has left what it may visit. */
  async act(action: PageAction): Promise<ActionReport> {
    if (this.ended !== null) throw this.error(this.ended);
    // The refs of a document that came by itself mean other elements than the action was chosen from.
    if (this.unseen !== null) return this.answer(LEFT, await this.nextDocument());
    const isTrusted = action.kind === 'click' || action.kind === 'submit' || this.isTyped(action);
    return isTrusted ? this.actByInput(action) : this.actInPage(action);
  }

  /** Nothing more comes from the page; who waits is told why. */
  private end(reason: string): InfrastructureError {
    this.ended ??= reason;
    const error = this.error(this.ended);
    this.waiting?.reject(error);
    this.waiting = null;
    return error;
  }

  private onDocument(notice: DocumentNotice): void {
    if (this.ended !== null || !this.isThere) return;
    if (!notice.isDriven) this.end('a document without the page driver has loaded');
    else if (!notice.isSandboxed) this.end('its server does not sandbox it: header Content-Security-Policy');
    else if (!this.allowed.allows(this.page.url())) this.end(`it is at ${this.page.url()}`);
    else {
      this.origin = notice.origin;
      this.documents += 1;
      // Null: it is being left already.
      const report = this.checked(Settled, notice.report);
      if (report === null) return;
      if (this.waiting === null) this.unseen = report;
      else this.waiting.resolve(report);
      this.waiting = null;
    }
  }

  private isTyped(action: PageAction): boolean {
    if (action.kind !== 'fill') return false;
    const element = this.last?.view.elements.find(({ ref }) => ref === action.ref);
    return !PICKED.has(element?.inputType ?? '');
  }

  private async actInPage(action: PageAction): Promise<ActionReport> {
    const answer = await this.ask('act', action, Answer);
    if (answer === GONE) return this.answer(LEFT, await this.nextDocument());
    return this.answer(answer.result, answer.report ?? (await this.nextDocument()));
  }

  private async actByInput(action: PageAction): Promise<ActionReport> {
    const target = await this.ask('target', action, Target);
    if (target === GONE) return this.answer(LEFT, await this.nextDocument());
    const { result, point, focused } = target;
    if (result.status === 'done' && point !== null) {
      await this.within(this.limits.answerMilliseconds, this.input(action, point, focused));
    }
    const report = await this.ask('settle', null, Settled);
    return this.answer(result, report === GONE || report === null ? await this.nextDocument() : report);
  }

  private async input(action: PageAction, { x, y }: { x: number; y: number }, focused: boolean) {
    const { mouse, keyboard } = this.page;
    if (action.kind === 'click') return mouse.click(x, y);
    if (action.kind !== 'fill' && action.kind !== 'submit') return;
    if (action.kind === 'fill' || !focused) await mouse.click(x, y);
    const { origin } = this;
    const isText = action.kind === 'fill';
    const selected = this.page.evaluate(selectText, { origin, ref: action.ref, isText });
    // The click may have led to another page.
    if (!(await selected.catch(() => false))) return;
    if (action.kind === 'submit') await keyboard.press('Enter');
    else await keyboard.insertText(action.value);
  }

  /** Asks the driver of the present document. @throws InfrastructureError when it fails or is silent. */
  private async ask<T>(
    method: 'act' | 'target' | 'settle' | 'report',
    action: PageAction | null,
    schema: z.ZodType<T>,
  ): Promise<T | typeof GONE> {
    const asked = this.page.evaluate(
      async ({ origin, name, given }) => {
        if (performance.timeOrigin !== origin) return null;
        const driver = globalThis.__pageDriver as unknown as Record<string, (given: unknown) => unknown>;
        return { value: await driver[name]?.(given) };
      },
      { origin: this.origin, name: method, given: action },
    );
    try {
      const answer = await this.within(this.limits.answerMilliseconds, asked);
      return answer === null ? GONE : this.checked(schema, answer.value);
    } catch (error) {
      if (error instanceof InfrastructureError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (CONTEXT_GONE.test(reason)) return GONE;
      throw this.end(`its driver failed: ${reason}`);
    }
  }

  /** The first report of the document that comes, or has come, in place of the present one. */
  private async nextDocument(): Promise<PageReport> {
    const { unseen } = this;
    this.unseen = null;
    if (unseen !== null) return unseen;
    if (this.ended !== null) throw this.error(this.ended);
    const { loadMilliseconds } = this.limits;
    const coming = new Promise<PageReport>((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, loadMilliseconds, null);
    });
    const report = await Promise.race([coming, late]).finally(() => clearTimeout(timer));
    if (report !== null) return report;
    this.waiting = null;
    // It was not left after all (a download, an empty answer): it may still be there.
    const present = this.documents > 0 ? await this.ask('report', null, PageReport) : GONE;
    if (present !== GONE) return present;
    this.isStuck = true;
    throw this.end(`it did not load within ${loadMilliseconds / 1000} s`);
  }

  private answer(result: ActionResult, report: PageReport): ActionReport {
    return { result, report: this.numbered(report) };
  }

  /** Numbers the document that a report is of. */
  private numbered(report: PageReport): PageReport {
    const view = { ...report.view, document: this.documents - 1 };
    this.last = { ...report, view };
    return this.last;
  }

  private checked<T>(schema: z.ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw this.end(`its answer is not valid: ${z.prettifyError(parsed.error)}`);
  }

  private async within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.isStuck = true;
        reject(this.end(`it did not answer within ${milliseconds / 1000} s`));
      }, milliseconds);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  private error(reason: string): InfrastructureError {
    return new InfrastructureError(`playwright driver: ${this.address.slice(0, ADDRESS_SHOWN)}: ${reason}`);
  }
}
