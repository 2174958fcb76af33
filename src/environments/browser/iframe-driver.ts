/** The browser environment's default driver: pages in sandboxed frames of the workbench itself. */
import { z } from 'zod';
import { InfrastructureError } from '../../core/environment.ts';
import type { BrowserDriver, DrivenPage } from './driver.ts';
import { FrameMessage, type FrameRequest, type HostNotice, type HostRequest } from './iframe-protocol.ts';
import type { ActionReport, ActionResult, PageAction, PageReport } from './page-protocol.ts';

/** Limits of waiting, in milliseconds. */
export interface IframeDriverOptions {
  /** For a page to answer. */
  answerMilliseconds?: number;
  /** For a document to load: many load at once, in one process. */
  loadMilliseconds?: number;
}

const DEFAULTS = { answerMilliseconds: 5000, loadMilliseconds: 20_000 };
/** Flows that one document shows before a new one is loaded: what they leave behind stays bounded. */
const MOST_REOPENED = 64;
/** How often a limit is extended while other frames do answer: then the machine is busy, not a page stuck. */
const MOST_EXTENSIONS = 5;
/** For another frame to show that the process they share is alive. */
const PING_MILLISECONDS = 1000;
/** Characters of an address in an error. */
const ADDRESS_SHOWN = 120;

/** @param port leads to `hostFrames` in the workbench's page. */
export function createIframeDriver(port: MessagePort, options: IframeDriverOptions = {}): BrowserDriver {
  return new IframeDriver(port, { ...DEFAULTS, ...options });
}

class IframeDriver implements BrowserDriver {
  readonly name = 'iframe';
  private readonly frames = new Map<number, Frame>();
  /** Frames whose episode is over; the next address is loaded in one of them. */
  private readonly free: Frame[] = [];
  private made = 0;
  private lastAnswer = 0;

  constructor(
    private readonly port: MessagePort,
    private readonly limits: Required<IframeDriverOptions>,
  ) {
    port.onmessage = ({ data, ports }: MessageEvent<HostNotice>) => {
      const frame = this.frames.get(data.frame);
      if (data.kind === 'undriven') frame?.onUndriven(data.load, data.reason);
      else if (ports[0]) frame?.onDocument(data.load, ports[0]);
    };
  }

  async open(address: string): Promise<DrivenPage> {
    const frame = this.free.pop() ?? this.addFrame();
    const first = await frame.show(address);
    let closed = false;
    return {
      first,
      act: (action) => frame.act(action),
      close: async () => {
        if (!closed && this.frames.has(frame.number)) this.free.push(frame);
        closed = true;
      },
    };
  }

  async close(): Promise<void> {
    for (const frame of [...this.frames.values()]) this.remove(frame, 'the driver was closed');
    this.port.close();
  }

  private addFrame(): Frame {
    const frame = new Frame(this.made, {
      limits: this.limits,
      onAnswer: () => {
        this.lastAnswer = performance.now();
      },
      silence: () => performance.now() - this.lastAnswer,
      request: this.request,
      onFailure: (failed) => void this.replace(failed),
    });
    this.made += 1;
    this.frames.set(frame.number, frame);
    return frame;
  }

  /**
   * Removes a frame that failed. All frames share a process: when no other answers either, a page
   * loops in it, and only without any frame does the browser end it.
   */
  private async replace(failed: Frame): Promise<void> {
    this.remove(failed, 'it was removed');
    const others = [...this.frames.values()];
    const alive = await Promise.all(others.map((frame) => frame.isAlive(PING_MILLISECONDS)));
    if (alive.includes(true)) return;
    for (const frame of others) this.remove(frame, 'a page in the same process does not answer');
  }

  private remove(frame: Frame, reason: string): void {
    if (!this.frames.delete(frame.number)) return;
    const at = this.free.indexOf(frame);
    if (at >= 0) this.free.splice(at, 1);
    this.request({ kind: 'remove', frame: frame.number });
    frame.end(reason);
  }

  private readonly request = (message: HostRequest): void => this.port.postMessage(message);
}

interface FrameEnvironment {
  readonly limits: Required<IframeDriverOptions>;
  request(message: HostRequest): void;
  onAnswer(): void;
  /** Milliseconds since any frame of the driver has answered. */
  silence(): number;
  onFailure(frame: Frame): void;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a frame's owner is waiting for: at most one thing. */
interface Awaited {
  /** Id of a request to the present document; null while waiting for a document's first report. */
  id: number | null;
  /** What became of the action. */
  result: ActionResult;
  /** Whether the page has said that it is being left. */
  leaving: boolean;
  resolve(answer: ActionReport): void;
  reject(error: InfrastructureError): void;
}

const DONE: ActionResult = { status: 'done', reason: '' };
const LEFT: ActionResult = { status: 'stale', reason: 'the page has been replaced by another' };

/** One frame and the document in it now. */
class Frame {
  private address = '';
  private loads = 0;
  private requests = 0;
  /** Documents since the address was loaded, the present one included. */
  private documents = 0;
  private port: MessagePort | null = null;
  /** Of a document that nobody waited for, until the next action meets it; `loading`: not there yet. */
  private unseen: PageReport | 'loading' | null = null;
  private awaited: Awaited | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Flows shown in the present document after its first. */
  private reopened = 0;
  /** Whether the last report was a flow's. */
  private isFlow = false;
  /** Requests that may remain without an answer. */
  private readonly asked = new Map<number, (answer: FrameMessage | null) => void>();
  private ended: string | null = null;

  constructor(
    readonly number: number,
    private readonly environment: FrameEnvironment,
  ) {}

  /** Shows an address: in the document that is there if that can be, else in a new one. */
  async show(address: string): Promise<PageReport> {
    this.address = address;
    return (await this.reopen(address)) ?? this.load(address);
  }

  private async reopen(address: string): Promise<PageReport | null> {
    const ofFlow = this.unseen === null && this.isFlow && this.reopened < MOST_REOPENED;
    if (!ofFlow || this.port === null) return null;
    this.reopened += 1;
    const answer = await this.ask({ kind: 'reopen', address }, this.environment.limits.answerMilliseconds);
    if (answer?.kind !== 'reopened' || answer.report === null) return null;
    this.documents = 1;
    return this.numbered(answer.report);
  }

  private async load(address: string): Promise<PageReport> {
    this.loads += 1;
    this.documents = 0;
    this.reopened = 0;
    this.unseen = null;
    this.takePort(null);
    const loaded = this.wait({ id: null, result: DONE });
    this.environment.request({ kind: 'load', frame: this.number, load: this.loads, address });
    return (await loaded).report;
  }

  async act(action: PageAction): Promise<ActionReport> {
    const { unseen } = this;
    // The refs of a document that came by itself mean other elements than the action was chosen from.
    if (unseen === null)
      return this.wait({ id: this.send((id) => ({ kind: 'act', id, action })), result: DONE });
    if (unseen === 'loading') return this.wait({ id: null, result: LEFT });
    this.unseen = null;
    return { result: LEFT, report: unseen };
  }

  /** Whether the document answers within a time. */
  async isAlive(milliseconds: number): Promise<boolean> {
    return (await this.ask({ kind: 'look' }, milliseconds)) !== null;
  }

  /** Nothing more comes from it; who waits is told why. */
  end(reason: string): void {
    this.ended ??= reason;
    this.takePort(null);
    this.settle()?.reject(this.error(reason));
  }

  onDocument(load: number, port: MessagePort): void {
    if (load !== this.loads || this.ended !== null) {
      port.close();
      return;
    }
    this.documents += 1;
    this.takePort(port);
    const { awaited } = this;
    if (awaited === null) this.unseen = 'loading';
    else {
      // The old document can no longer say what became of an action it did not answer.
      if (awaited.id !== null && !awaited.leaving) awaited.result = LEFT;
      awaited.id = null;
      this.startTimer();
    }
  }

  onUndriven(load: number, reason: string): void {
    if (load === this.loads) this.fail(reason);
  }

  private takePort(port: MessagePort | null): void {
    for (const answer of [...this.asked.values()]) answer(null);
    this.port?.close();
    this.port = port;
    if (port) port.onmessage = ({ data }) => this.onMessage(data);
  }

  private onMessage(data: unknown): void {
    const parsed = FrameMessage.safeParse(data);
    if (parsed.success) this.onAnswer(parsed.data);
    else this.fail(`its answer is not valid: ${z.prettifyError(parsed.error)}`);
  }

  private onAnswer(message: FrameMessage): void {
    this.environment.onAnswer();
    const { awaited } = this;
    if (message.kind === 'failed') this.fail(`its driver failed: ${message.reason}`);
    else if (message.kind === 'ready') {
      if (awaited?.id === null) this.resolve(message.report);
      else this.unseen = this.numbered(message.report);
    } else if (message.id !== awaited?.id) this.asked.get(message.id)?.(message);
    else if (message.kind === 'look') this.resolve(message.report);
    else if (message.kind === 'act') {
      awaited.result = message.result;
      if (message.report !== null) this.resolve(message.report);
      else {
        Object.assign(awaited, { id: null, leaving: true });
        this.startTimer();
      }
    }
  }

  private wait(what: Pick<Awaited, 'id' | 'result'>): Promise<ActionReport> {
    if (this.ended !== null) return Promise.reject(this.error(this.ended));
    return new Promise((resolve, reject) => {
      this.awaited = { ...what, leaving: false, resolve, reject };
      this.startTimer();
    });
  }

  private startTimer(extensions = 0): void {
    clearTimeout(this.timer);
    const { answerMilliseconds, loadMilliseconds } = this.environment.limits;
    const limit = this.awaited?.id === null ? loadMilliseconds : answerMilliseconds;
    const due = performance.now() + limit;
    this.timer = setTimeout(() => this.onTimeout(limit, performance.now() - due, extensions), limit);
  }

  private onTimeout(limit: number, late: number, extensions: number): void {
    const { awaited } = this;
    if (awaited?.leaving && awaited.id === null) {
      // It was not left after all (a download, an empty answer): it may still be there.
      awaited.id = this.send((id) => ({ kind: 'look', id }));
      awaited.leaving = false;
      this.startTimer();
    } else if (extensions < MOST_EXTENSIONS && (late > limit / 2 || this.environment.silence() < limit)) {
      // This worker was busy itself, and the answer may be waiting; or others are answered.
      this.startTimer(extensions + 1);
    } else this.fail(`it did not ${awaited?.id === null ? 'load' : 'answer'} within ${limit / 1000} s`);
  }

  private fail(reason: string): void {
    this.ended ??= reason;
    this.settle()?.reject(this.error(reason));
    this.environment.onFailure(this);
  }

  private resolve(report: PageReport): void {
    const awaited = this.settle();
    awaited?.resolve({ result: awaited.result, report: this.numbered(report) });
  }

  /** Ends the waiting. */
  private settle(): Awaited | null {
    const { awaited } = this;
    clearTimeout(this.timer);
    this.awaited = null;
    return awaited;
  }

  private numbered(report: PageReport): PageReport {
    this.isFlow = report.flow !== null;
    return { ...report, view: { ...report.view, document: this.documents - 1 } };
  }

  /** Asks the present document; null when it does not answer within a time, or is replaced. */
  private ask(
    what: DistributiveOmit<FrameRequest, 'id'>,
    milliseconds: number,
  ): Promise<FrameMessage | null> {
    return new Promise((resolve) => {
      const id = this.send((id) => ({ ...what, id }));
      const answer = (message: FrameMessage | null) => {
        clearTimeout(timer);
        this.asked.delete(id);
        resolve(message);
      };
      const timer = setTimeout(answer, milliseconds, null);
      this.asked.set(id, answer);
    });
  }

  private send(request: (id: number) => FrameRequest): number {
    const id = this.requests;
    this.requests += 1;
    this.port?.postMessage(request(id));
    return id;
  }

  private error(reason: string): InfrastructureError {
    const address = this.address.slice(0, ADDRESS_SHOWN);
    return new InfrastructureError(
      `iframe driver: ${address}: ${reason}; its frame was removed, the next attempt gets a new one`,
    );
  }
}
