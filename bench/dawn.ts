/** WebGPU in Node: Dawn, through the npm package `webgpu`. */
import { create, globals } from 'webgpu';

/** Makes `navigator.gpu` and WebGPU's constants what they are in a browser. */
export function startDawn(): void {
  Object.assign(globalThis, globals);
  const navigator: Partial<NavigatorGPU> = globalThis.navigator ?? {};
  Object.defineProperty(navigator, 'gpu', { value: create([]), configurable: true });
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
}
