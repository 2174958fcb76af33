/**
 * The frames of the iframe driver, in the workbench's page: makes them, loads addresses in them, and
 * hands the port of every document in them to the driver in the worker.
 *
 * A frame is sandboxed without `allow-same-origin`: it runs in a process of its own, so a page that
 * loops costs the workbench nothing, and has an opaque origin, so it reaches no storage, cookie or
 * document of ours.
 */
import { VIEWPORT } from './driver.ts';
import { ANNOUNCEMENT, type Announcement } from './iframe-announcement.ts';
import type { HostNotice, HostRequest } from './iframe-protocol.ts';

const SANDBOX = 'allow-scripts allow-forms allow-modals';
/** Folders whose pages may be driven, relative to the workbench's base. */
const DRIVEN = ['flows/'];

/** A frame's `load` event and the announcement of its document come in either order, this close together. */
const ANNOUNCEMENT_MILLISECONDS = 2000;

interface Frame {
  /** Number of the last request to load. */
  load: number;
  readonly element: HTMLIFrameElement;
  /** The address asked for, while no document of it has loaded. */
  expected: string | null;
  /** Documents that have finished loading, and those whose driver has announced itself. */
  loaded: number;
  announced: number;
}

/** What may differ from the workbench's page. */
export interface FrameHostOptions {
  /** Where frames are put; without one they are out of view. */
  container?: HTMLElement;
  /** What addresses are relative to, absolute; this page's own folder when left out. */
  base?: string;
}

/**
 * Serves one iframe driver at the other end of `port`. The page must send `frame-src 'self'`.
 * @returns what removes all frames and ends it.
 */
export function hostFrames(
  port: MessagePort,
  { container, base = document.baseURI }: FrameHostOptions = {},
): () => void {
  const frames = new Map<number, Frame>();
  const parent = container ?? document.body.appendChild(outOfView());
  const notify = (notice: HostNotice, transfer: Transferable[] = []) => port.postMessage(notice, transfer);
  const resolve = (address: string) => new URL(address, base).href;
  const isDriven = (url: string) => DRIVEN.some((folder) => url.startsWith(resolve(folder)));

  const load = (number: number, request: number, address: string): void => {
    const url = resolve(address);
    if (!isDriven(url)) {
      notify({
        kind: 'undriven',
        frame: number,
        load: request,
        reason: `${url} is not in ${DRIVEN.join(', ')}`,
      });
      return;
    }
    const known = frames.get(number);
    if (known !== undefined) {
      known.load = request;
      known.expected = url;
      // Not by `src`, which would leave an entry in the tab's history for every episode.
      known.element.contentWindow?.location.replace(url);
      return;
    }
    const frame: Frame = {
      load: request,
      element: frameElement(url),
      expected: url,
      loaded: 0,
      announced: 0,
    };
    frames.set(number, frame);
    frame.element.addEventListener('load', () => {
      frame.loaded += 1;
      const { loaded } = frame;
      setTimeout(() => {
        if (frame.announced >= loaded || frames.get(number) !== frame) return;
        const reason = 'a document without the page driver has loaded';
        notify({ kind: 'undriven', frame: number, load: frame.load, reason });
      }, ANNOUNCEMENT_MILLISECONDS);
    });
    parent.append(frame.element);
  };

  const onAnnouncement = ({ data, source, ports }: MessageEvent<Announcement | null>): void => {
    const found = [...frames].find(([, { element }]) => element.contentWindow === source);
    const driverPort = ports[0];
    if (found === undefined || data?.kind !== ANNOUNCEMENT || driverPort === undefined) return;
    const [number, frame] = found;
    frame.announced += 1;
    // Of an episode that is over: it was on its way when the next address was asked for.
    if (frame.expected !== null && frame.expected !== data.url) return;
    frame.expected = null;
    const { load } = frame;
    if (isDriven(data.url)) notify({ kind: 'document', frame: number, load }, [driverPort]);
    else notify({ kind: 'undriven', frame: number, load, reason: `the frame is at ${data.url}` });
  };

  const remove = (number: number): void => {
    frames.get(number)?.element.remove();
    frames.delete(number);
  };

  const focus = new FocusGuard((element) => [...frames.values()].some((frame) => frame.element === element));
  addEventListener('message', onAnnouncement);
  port.onmessage = ({ data }: MessageEvent<HostRequest>) => {
    if (data.kind === 'load') load(data.frame, data.load, data.address);
    else remove(data.frame);
  };
  return () => {
    removeEventListener('message', onAnnouncement);
    focus.close();
    port.close();
    for (const number of [...frames.keys()]) remove(number);
    if (container === undefined) parent.remove();
  };
}

function frameElement(url: string): HTMLIFrameElement {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', SANDBOX);
  element.setAttribute('aria-hidden', 'true');
  // Keeps the user's mouse and keyboard out; the driver inside is not affected.
  element.inert = true;
  element.tabIndex = -1;
  Object.assign(element.style, { width: `${VIEWPORT.width}px`, height: `${VIEWPORT.height}px`, border: '0' });
  element.src = url;
  return element;
}

/**
 * Laid out, but never painted. Both are needed: a frame that is only out of view is still composited
 * with every change.
 */
function outOfView(): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    width: `${VIEWPORT.width}px`,
    height: `${VIEWPORT.height}px`,
    overflow: 'hidden',
    visibility: 'hidden',
  });
  return element;
}

/**
 * Gives the focus back when a frame has taken it. The driver in a page prevents that for all that
 * pages commonly do (see page/focus.ts); this is for what gets past it.
 */
class FocusGuard {
  private last: Element | null = null;

  constructor(private readonly isFrame: (element: Element) => boolean) {
    this.last = document.activeElement;
    addEventListener('focusin', this.onFocusIn);
    addEventListener('blur', this.onBlur);
  }

  close(): void {
    removeEventListener('focusin', this.onFocusIn);
    removeEventListener('blur', this.onBlur);
  }

  private readonly onFocusIn = ({ target }: Event): void => {
    if (target instanceof Element && !this.isFrame(target)) this.last = target;
  };

  private readonly onBlur = (): void => {
    const taker = document.activeElement;
    if (!(taker instanceof HTMLElement) || !this.isFrame(taker)) return;
    taker.blur();
    window.focus();
    if (this.last instanceof HTMLElement) this.last.focus({ preventScroll: true });
  };
}
