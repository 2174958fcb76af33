/**
 * The wire between the Playwright driver in the learner's worker and the bridge beside the server:
 * birpc over one WebSocket, messages in JSON. The learner calls, the bridge answers; the bridge calls
 * nothing. Each side checks what it receives against the schemas here before it uses it.
 */
import { z } from 'zod';
import { ActionReport, PageAction, PageReport } from './page-protocol.ts';

export const BRIDGE = {
  /** Answers `{ token }` to the workbench's own page and workers, and to nobody else. */
  tokenPath: '/__bridge/token',
  socketPath: '/__bridge/socket',
  /** The subprotocol that is agreed upon; its number changes with this file. */
  subprotocol: 'rl-bridge.1',
  /** The token is offered as a second subprotocol, behind this; the bridge never repeats it. */
  tokenPrefix: 'rl-bridge-token.',
} as const;

export const BRIDGE_LIMITS = {
  /** Bytes of a call; a longer one ends the connection. */
  callBytes: 64 * 1024,
  addressLength: 32 * 1024,
  /** Pages that one connection may have open at once. */
  pages: 64,
  failureLength: 1000,
} as const;

/** Answer of `BRIDGE.tokenPath`. */
export const BridgeToken = z.strictObject({ token: z.string().min(32).max(100) });

const PageId = z.number().int().nonnegative();
const Address = z.string().max(BRIDGE_LIMITS.addressLength);

/** Why something could not be done, for people: an infrastructure failure, never a page's doing. */
const Failed = z.strictObject({ failed: z.string() });

/** Answer to `open`. */
export const Opened = z.union([z.strictObject({ page: PageId, first: PageReport }), Failed]);
export type Opened = z.infer<typeof Opened>;

/** Answer to `act`. */
export const Acted = z.union([ActionReport, Failed]);
export type Acted = z.infer<typeof Acted>;

/** What the learner may call. None of these throws. */
export interface BridgeFunctions {
  /** Opens an address relative to the workbench's base; the page is named by a number from then on. */
  open(address: string): Promise<Opened>;
  act(page: number, action: PageAction): Promise<Acted>;
  /** Closing what is closed or never was changes nothing. */
  close(page: number): Promise<void>;
}

/** What the bridge may call. */
export type LearnerFunctions = Record<string, never>;

const callId = z.string().max(64);
const call = { t: z.literal('q'), i: callId };

/** A message of the learner, in birpc's own form. */
export const BridgeCall = z.discriminatedUnion('m', [
  z.strictObject({ ...call, m: z.literal('open'), a: z.tuple([Address]) }),
  z.strictObject({ ...call, m: z.literal('act'), a: z.tuple([PageId, PageAction]) }),
  z.strictObject({ ...call, m: z.literal('close'), a: z.tuple([PageId]) }),
]);

/** A message of the bridge, in birpc's own form; the result is checked by who called. */
export const BridgeAnswer = z.strictObject({
  t: z.literal('s'),
  i: callId,
  r: z.unknown().optional(),
  e: z.unknown().optional(),
});
