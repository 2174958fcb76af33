/** The page of the iframe driver's measurement: it owns the frames, a worker drives them, as in the workbench. */
import { transfer, wrap } from 'comlink';
import { hostFrames } from '../src/environments/browser/iframe-host.ts';
import type { DriverAmounts, DriverRows } from './driver-workload.ts';
import type { IframeBench } from './iframe.worker.ts';

declare global {
  interface Window {
    /** Measures once, in the order of the rows. */
    measureIframes(seed: number, amounts: DriverAmounts): Promise<DriverRows>;
  }
}

window.measureIframes = (seed, amounts) => {
  const worker = new Worker(new URL('./iframe.worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  hostFrames(port1, { base: location.origin });
  return wrap<IframeBench>(worker).measure(transfer(port2, [port2]), seed, amounts);
};
