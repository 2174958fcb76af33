/** The protocol between a policy and a page: one JSON object per step. */
import { z } from 'zod';
import { PageAction } from './page-protocol.ts';

/** Characters of a page's state that a person is told at most. */
export const STATE_CHARACTERS = 400;

/** What a policy may do: act on the page, hand it to a person with its state in words, or end. */
export const BrowserAction = z.union([
  PageAction,
  z.strictObject({ kind: z.literal('hand_over'), state: z.string().max(STATE_CHARACTERS) }),
  z.strictObject({ kind: z.literal('finish') }),
]);
export type BrowserAction = z.infer<typeof BrowserAction>;
