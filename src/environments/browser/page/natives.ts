/**
 * What the driver needs to act and to answer, taken before any script of the page has run: a page
 * that replaces or shadows these (a field named `requestSubmit` is enough) harms only itself.
 */

/** A method as a function of its object. */
function uncurried<Self, Arguments extends unknown[], Result>(
  method: (this: Self, ...args: Arguments) => Result,
): (self: Self, ...args: Arguments) => Result {
  return Function.prototype.call.bind(method) as (self: Self, ...args: Arguments) => Result;
}

/** The setter of a property as a function of its object and the value. */
function setter<Owner extends object>(prototype: Owner, property: keyof Owner & string) {
  const set = Object.getOwnPropertyDescriptor(prototype, property)?.set;
  if (set === undefined) throw new Error(`page driver: ${property} has no setter`);
  return uncurried(set as (this: Owner, value: unknown) => void);
}

export const dispatch = uncurried(EventTarget.prototype.dispatchEvent);
export const elementAt = uncurried(Document.prototype.elementFromPoint);
export const elementAtInShadow = uncurried(ShadowRoot.prototype.elementFromPoint);
export const nativeClick = uncurried(HTMLElement.prototype.click);
export const nativeFocus = uncurried(HTMLElement.prototype.focus);
export const nativeBlur = uncurried(HTMLElement.prototype.blur);
export const requestSubmit = uncurried(HTMLFormElement.prototype.requestSubmit);
export const setInputValue = setter(HTMLInputElement.prototype, 'value');
export const setTextAreaValue = setter(HTMLTextAreaElement.prototype, 'value');
export const setSelectedIndex = setter(HTMLSelectElement.prototype, 'selectedIndex');

/** The constructor: a channel for the page's announcement is made only when it has loaded. */
export const NativeMessageChannel = MessageChannel;
export const postMessage = uncurried(
  MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void,
);
/** `postMessage` of the page around this one. */
export const postToParent = parent.postMessage.bind(parent) as (
  message: unknown,
  origin: string,
  transfer: Transferable[],
) => void;

const { port1: near, port2: far } = new MessageChannel();
const waiting: (() => void)[] = [];
near.onmessage = () => waiting.shift()?.();

/** One turn of the event loop, also in a hidden page, where timers and frames are late or never come. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    postMessage(far, null);
  });
}
