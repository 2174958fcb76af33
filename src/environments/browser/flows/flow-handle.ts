/**
 * What a flow's page offers to the driver beside it: `globalThis.flow`. The flow speaks of its DOM
 * elements; the in-page driver turns them into refs before anything leaves the page.
 */
import type { FlowTruth, PageTask } from '../page-protocol.ts';

/** A step that the flow's scripted expert accepts now, on an element of the page (see `ExpertStep`). */
export type ExpertStepOnElement =
  | { readonly kind: 'click'; readonly element: Element }
  | { readonly kind: 'fill'; readonly element: Element; readonly value: string }
  /** `option` is the label of an option of a native select. */
  | { readonly kind: 'select'; readonly element: Element; readonly option: string }
  /** Pressing Enter in a field. */
  | { readonly kind: 'submit'; readonly element: Element }
  | { readonly kind: 'scroll'; readonly direction: 'up' | 'down' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'hand_over' }
  /** Nothing is left to do. */
  | { readonly kind: 'finish' };

/** The flow's own record and its scripted expert. Nothing of it may reach a policy's observation. */
export interface FlowHandle {
  truth(): FlowTruth;
  /** All steps that are acceptable now; empty where the page knows none, which is no label. */
  expert(): ExpertStepOnElement[];
  /**
   * Lets one unit of the flow's time pass. The first call stops the timer that ticks for a person,
   * so that a driver alone decides how fast time goes.
   */
  tick(): void;
  /**
   * Shows the flow of another address in this document, as if it had been loaded: a fraction of the
   * work of a new document. Missing where a page cannot.
   */
  reopen?(address: URL): void;
  /** The goal, where the page brings its own. Missing where the task has it. */
  task?(): PageTask;
}

declare global {
  var flow: FlowHandle | undefined;
}
