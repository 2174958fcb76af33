import { hasType, jsonType } from './types.js';

/**
 * Checks a value against a small subset of JSON schema: type, enum, minimum,
 * maximum, minLength, maxLength, items, required and properties. Returns messages
 * that start with the path of the faulty part, an empty list when all is well.
 */
export function schemaErrors(value, schema, path = '$') {
  if (schema.type !== undefined && !hasType(value, schema.type)) {
    return [`${path}: expected ${[schema.type].flat().join(' or ')}, got ${jsonType(value)}`];
  }
  const errors = [];
  if (schema.enum && !schema.enum.includes(value)) errors.push(`${path}: not an allowed value`);
  if (hasType(value, 'number')) {
    if (value < (schema.minimum ?? -Infinity)) errors.push(`${path}: below ${schema.minimum}`);
    if (value > (schema.maximum ?? Infinity)) errors.push(`${path}: above ${schema.maximum}`);
  }
  if (hasType(value, ['string', 'array'])) {
    if (value.length < (schema.minLength ?? 0)) errors.push(`${path}: shorter than ${schema.minLength}`);
    if (value.length > (schema.maxLength ?? Infinity))
      errors.push(`${path}: longer than ${schema.maxLength}`);
  }
  if (schema.items && hasType(value, 'array')) {
    for (const [index, item] of value.entries()) {
      errors.push(...schemaErrors(item, schema.items, `${path}[${index}]`));
    }
  }
  if (hasType(value, 'object')) {
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) errors.push(`${path}.${name}: missing`);
    }
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      if (Object.hasOwn(value, name)) errors.push(...schemaErrors(value[name], part, `${path}.${name}`));
    }
  }
  return errors;
}
