const PLACEHOLDER = /\{\{|\}\}|\{([^{}]*)\}/g;

function lookUp(values, path) {
  let current = values;
  for (const key of path.split('.')) {
    if (current === null || current === undefined) return undefined;
    current = current[key];
  }
  return current;
}

/**
 * Replaces `{path.to.value}` by values and `{path|fallback}` by the fallback when
 * the value is missing. `{{` and `}}` stand for literal braces.
 * @param {string} template
 * @param {object} values
 * @param {{ strict?: boolean }} [options] strict: throw on a missing value without
 *   fallback, instead of leaving the placeholder as it is
 * @returns {string}
 */
export function fillTemplate(template, values, { strict = false } = {}) {
  return template.replace(PLACEHOLDER, (match, body) => {
    if (body === undefined) return match[0];
    const bar = body.indexOf('|');
    const path = (bar === -1 ? body : body.slice(0, bar)).trim();
    const value = lookUp(values, path);
    if (value !== undefined && value !== null) return String(value);
    if (bar >= 0) return body.slice(bar + 1);
    if (strict) throw new Error(`missing value: ${path}`);
    return match;
  });
}

/**
 * The distinct paths used by a template, in order of first use.
 * @param {string} template
 * @returns {string[]}
 */
export function templatePaths(template) {
  const paths = [];
  for (const [, body] of template.matchAll(PLACEHOLDER)) {
    if (body === undefined) continue;
    const path = body.split('|')[0].trim();
    if (!paths.includes(path)) paths.push(path);
  }
  return paths;
}
