/** A consent dialog over the page: choose what the goal says, then do what is behind it. */
import * as z from 'zod/mini';
import { check, consentContent, formContent } from '../content.ts';
import type { FlowPage, FlowScript } from '../flow-page.ts';
import { addConsent } from '../layers.ts';
import { formScript } from './form.ts';

const schema = z.strictObject({ consent: consentContent, behind: formContent });
export type ConsentTaskContent = z.infer<typeof schema>;

export function consent(page: FlowPage, task: unknown): FlowScript {
  const words = check('content.task', schema, task);
  const script = formScript(page, words.behind);
  addConsent(page, words.consent);
  return {
    ...script,
    facts: () => ({ ...script.facts(), consent: page.state['consent'] ?? null }),
  };
}
