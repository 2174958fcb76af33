/** The page's own strings, so that a test looks for what a person reads without repeating it. */
import { en } from '../src/app/messages/en.ts';

/** A string of the catalogue with its `{{names}}` filled in. */
export function text(key: keyof typeof en, values: Record<string, string | number> = {}): string {
  return en[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** A pattern for a string of the catalogue whose `{{names}}` may be anything. */
export function pattern(key: keyof typeof en): RegExp {
  const parts = en[key].split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
