/** Options of an environment within a campaign config: validation with errors that say what is allowed. */
import type { z } from 'zod';
import type { EnvironmentId } from './contracts.ts';

/** The options of a campaign config cannot be used; the message names the key and what is allowed. */
export class EnvironmentOptionsError extends Error {
  override name = 'EnvironmentOptionsError';
}

/**
 * Validates untrusted options and fills in the defaults. Each field's `describe` is its documentation.
 * @throws EnvironmentOptionsError naming every wrong key, and what is allowed there.
 */
export function parseEnvironmentOptions<Shape extends z.ZodRawShape>(
  environment: EnvironmentId,
  schema: z.ZodObject<Shape>,
  options: unknown,
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) return parsed.data;
  const allowed = Object.keys(schema.shape).join(', ');
  const reasons = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')} (allowed: ${allowed})`
      : `"${issue.path.join('.')}": ${issue.message} (${documentation(schema, issue.path[0]) ?? `allowed: ${allowed}`})`,
  );
  throw new EnvironmentOptionsError(`environments.${environment}.options: ${reasons.join('; ')}`);
}

/** What the documentation says about one key; undefined when there is no such key. */
function documentation(schema: z.ZodObject, key: PropertyKey | undefined): string | undefined {
  const shape: Record<PropertyKey, unknown> = schema.shape;
  const field = key === undefined ? undefined : (shape[key] as z.ZodType | undefined);
  return field?.description;
}
