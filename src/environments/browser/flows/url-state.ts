/** A flow's spec and state in its address: sandboxed frames have neither cookies nor storage. */
import type { FlowSpec } from '../task.ts';

/** What a flow carries from one of its pages to the next. */
export type FlowState = Readonly<Record<string, string>>;

/** Characters of a parameter that are read at most; servers take addresses of at least twice that. */
export const PARAMETER_LIMIT = 7000;

/** JSON as base64url of its UTF-8. */
export function encodeParameter(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** @throws Error when the text is too long, or no JSON in base64url. */
export function decodeParameter(name: string, text: string): unknown {
  if (text.length > PARAMETER_LIMIT) {
    throw new Error(`?${name} has ${text.length} characters; at most ${PARAMETER_LIMIT} are read`);
  }
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`?${name} is not JSON in base64url: ${error instanceof Error ? error.message : error}`);
  }
}

/** Where a task's flow begins, relative to the workbench's base. */
export function flowAddress(spec: FlowSpec): string {
  return `flows/${spec.family}.html?spec=${encodeParameter(spec)}`;
}

/** The address of another page of the same flow. */
export function addressWithState(here: URL, state: FlowState): string {
  const address = new URL(here);
  address.searchParams.set('state', encodeParameter(state));
  address.hash = '';
  return address.href;
}
