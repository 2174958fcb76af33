/**
 * Splits `1.2.3-rc.1+build` into numbers and pre-release identifiers; the build
 * part is dropped because it does not take part in comparisons.
 * @param {string} version an optional leading `v` is ignored
 * @returns {{ numbers: number[], prerelease: (number | string)[] }}
 */
export function splitVersion(version) {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(version);
  if (match === null) throw new SyntaxError(`invalid version "${version}"`);
  const [, major, minor, patch, labels] = match;
  const prerelease = labels === undefined ? [] : labels.split('.');
  return {
    numbers: [major, minor, patch].map(Number),
    prerelease: prerelease.map((label) => (/^\d+$/.test(label) ? Number(label) : label)),
  };
}
