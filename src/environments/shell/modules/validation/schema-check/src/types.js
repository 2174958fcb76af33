/** The JSON type of a value: null, array, integer, number, string, boolean or object. */
export function jsonType(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Whether a value has one of the accepted types; every integer is a number too. */
export function hasType(value, accepted) {
  const actual = jsonType(value);
  return [accepted].flat().some((type) => type === actual || (type === 'number' && actual === 'integer'));
}
