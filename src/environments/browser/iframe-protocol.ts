/**
 * The wires of the iframe driver. Three parties: the driver in the learner's worker, the host in the
 * workbench's page that owns the frames, and the script in each frame's document. The host passes
 * every new document's port on to the worker; after that the two talk without it.
 */
import { z } from 'zod';
import { ActionResult, type PageAction, PageReport } from './page-protocol.ts';

/** Worker to host. Frames are numbered by the worker. */
export type HostRequest =
  /**
   * Loads an address, relative to the workbench's base, in a frame, which is made when there is none.
   * `load` counts the loads of a frame.
   */
  | { readonly kind: 'load'; readonly frame: number; readonly load: number; readonly address: string }
  | { readonly kind: 'remove'; readonly frame: number };

/** Host to worker; `load` is that of the frame's last request. */
export type HostNotice =
  /** A document has loaded and its driver has announced itself; the port comes along. */
  | { readonly kind: 'document'; readonly frame: number; readonly load: number }
  /** A document without a driver, or outside the pages that may be driven, has loaded. */
  | { readonly kind: 'undriven'; readonly frame: number; readonly load: number; readonly reason: string };

/** Worker to document. */
export type FrameRequest =
  | { readonly kind: 'act'; readonly id: number; readonly action: PageAction }
  /** Answered with the page as it is. */
  | { readonly kind: 'look'; readonly id: number }
  /** Shows another address, relative to the workbench's base, in the same document. */
  | { readonly kind: 'reopen'; readonly id: number; readonly address: string };

const id = z.number().int().nonnegative();

/** Document to worker. */
export const FrameMessage = z.discriminatedUnion('kind', [
  /** The first message of a document. */
  z.strictObject({ kind: z.literal('ready'), report: PageReport }),
  /** Without a report: the page is being left, and the next document's `ready` is the report. */
  z.strictObject({ kind: z.literal('act'), id, result: ActionResult, report: PageReport.nullable() }),
  z.strictObject({ kind: z.literal('look'), id, report: PageReport }),
  /** Without a report: it cannot be done, the address has to be loaded. */
  z.strictObject({ kind: z.literal('reopened'), id, report: PageReport.nullable() }),
  /** The page broke its own driver. */
  z.strictObject({ kind: z.literal('failed'), id: id.nullable(), reason: z.string() }),
]);
export type FrameMessage = z.infer<typeof FrameMessage>;
