/**
 * The script in every page that the agent uses: it looks, acts, and answers whoever drives the page.
 * Loaded before any other script; bundled to `flows/driver.js`.
 *
 * A page may throw, loop, navigate or replace globals. It then harms its own episode: what the
 * driver outside takes from here is checked, bounded and awaited with a limit.
 */
import { ANNOUNCEMENT, type Announcement } from '../iframe-announcement.ts';
import type { FrameMessage, FrameRequest } from '../iframe-protocol.ts';
import { PAGE_LIMITS } from '../page-limits.ts';
import type { ActionResult, ExpertStep, PageAction, PageReport } from '../page-protocol.ts';
import { Actions, type Target } from './actions.ts';
import { Focus } from './focus.ts';
import { NativeMessageChannel, postMessage, postToParent, turn } from './natives.ts';
import { Notices } from './notices.ts';
import { bounded } from './page-text.ts';
import { Refs } from './refs.ts';
import { look } from './snapshot.ts';

/** What a page's answer to an action is. */
export interface PageAnswer {
  readonly result: ActionResult;
  /** Null when the page is being left: the next document's first report takes its place. */
  readonly report: PageReport | null;
}

/** The in-page driver, `globalThis.__pageDriver`. */
export interface PageDriver {
  /**
   * Starts the flow's time: call once per document, when it has loaded. Null when the page is being
   * left already.
   */
  begin(): Promise<PageReport | null>;
  /** The page as it is; nothing changes by it. */
  report(): PageReport;
  /** Does an action by DOM events, lets one tick pass, waits until the page has settled, and looks. */
  act(action: PageAction): Promise<PageAnswer>;
  /** For trusted input: where it has to go. Then send it, then call `settle`. */
  target(action: PageAction): Target;
  /** One tick, and a look when the page has settled. */
  settle(): Promise<PageReport | null>;
  /** The element of a ref; null when it is gone. */
  element(ref: number): Element | null;
}

declare global {
  var __pageDriver: PageDriver;
}

/** Turns of the event loop after an action: rendering by microtask, a form's submission, its answer. */
const SETTLING_TURNS = 3;
/** A page that never finishes loading is looked at all the same, this long after its own document has. */
const LOADING_MILLISECONDS = 2000;

const refs = new Refs();
const notices = new Notices();
const focus = new Focus();
const actions = new Actions(refs, focus);
let leaving = false;
addEventListener('beforeunload', () => {
  leaving = true;
});

function expertSteps(): ExpertStep[] {
  const steps = (globalThis.flow?.expert() ?? []).slice(0, PAGE_LIMITS.expert);
  return steps.map((step) => {
    if (!('element' in step)) return step;
    const { element, ...rest } = step;
    return { ...rest, ref: refs.of(element) };
  });
}

function report(): PageReport {
  const { flow } = globalThis;
  return {
    view: look(refs, notices),
    flow: flow ? { truth: flow.truth(), expert: expertSteps() } : null,
    task: flow?.task?.() ?? null,
  };
}

async function settle(): Promise<PageReport | null> {
  globalThis.flow?.tick();
  for (let i = 0; i < SETTLING_TURNS && !leaving; i += 1) await turn();
  return leaving ? null : report();
}

const driver: PageDriver = {
  report,
  settle,
  begin: settle,
  act: async (action) => {
    leaving = false;
    notices.clear();
    const result = actions.perform(action);
    return { result, report: await settle() };
  },
  target: (action) => {
    leaving = false;
    notices.clear();
    return actions.target(action);
  },
  element: (ref) => refs.element(ref),
};
Object.defineProperty(globalThis, '__pageDriver', { value: driver });

/** Shows another address in this document. Null when the page cannot, or is being left. */
async function reopen(address: string): Promise<PageReport | null> {
  const { flow } = globalThis;
  if (leaving || !flow?.reopen) return null;
  notices.clear();
  focus.reset();
  flow.reopen(new URL(`../${address}`, location.href));
  document.scrollingElement?.scrollTo({ top: 0, behavior: 'instant' });
  return settle();
}

/** Answers over a port: one message for each request, and one that says the page is there. */
function serve(port: MessagePort): void {
  const answer = async (id: number | null, work: () => Promise<FrameMessage | null>) => {
    let message: FrameMessage | null;
    try {
      message = await work();
    } catch (error) {
      message = { kind: 'failed', id, reason: bounded(String(error)) };
    }
    if (message !== null) postMessage(port, message);
  };
  port.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
    const { id } = data;
    void answer(id, async () => {
      if (data.kind === 'look') return { kind: 'look', id, report: report() };
      if (data.kind === 'act') return { kind: 'act', id, ...(await driver.act(data.action)) };
      return { kind: 'reopened', id, report: await reopen(data.address) };
    });
  };
  void answer(null, async () => {
    const first = await driver.begin();
    return first && { kind: 'ready', report: first };
  });
}

function announce(): void {
  const { port1, port2 } = new NativeMessageChannel();
  const announcement: Announcement = { kind: ANNOUNCEMENT, url: location.href };
  postToParent(announcement, '*', [port2]);
  serve(port1);
}

if (parent !== window) {
  const limit = new Promise<void>((resolve) => {
    addEventListener('load', () => resolve());
    addEventListener('DOMContentLoaded', () => setTimeout(resolve, LOADING_MILLISECONDS));
  });
  void limit.then(announce);
}
