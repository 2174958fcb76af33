/** The page of the iframe driver's measurement: it owns the frames, a worker drives them, as in the workbench. */
import { transfer, wrap } from 'comlink';
import { hostFrames } from '../src/environments/browser/iframe-host.ts';
import type { IframeBench } from './iframe.worker.ts';
import type { ThroughputRow } from './throughput.ts';
import type { Effort } from './timing.ts';

/** The measurements, by name in the table. */
export interface IframeRows {
  readonly frames: number;
  /** Actions on pages that stay, with a look at the page after each. */
  readonly steps: ThroughputRow;
  /** Pages opened in frames that have shown others. */
  readonly opened: ThroughputRow;
  /** Actions of whole episodes, with opening their pages. */
  readonly played: ThroughputRow;
}

declare global {
  interface Window {
    /** Measures once, in the order of the rows. */
    measureIframes(seed: number, effort: Effort): Promise<IframeRows>;
  }
}

window.measureIframes = (seed, effort) => {
  const worker = new Worker(new URL('./iframe.worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  hostFrames(port1, { base: location.origin });
  return wrap<IframeBench>(worker).measure(transfer(port2, [port2]), seed, effort);
};
