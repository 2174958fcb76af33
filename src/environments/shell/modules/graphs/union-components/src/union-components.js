import { DisjointSet } from './disjoint-set.js';

/**
 * Groups names into connected components, largest first; equally large ones in the
 * order of their first name. Names keep their order within a component.
 * @param {string[]} names
 * @param {[string, string][]} links
 * @returns {string[][]}
 */
export function components(names, links) {
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const sets = new DisjointSet(names.length);
  for (const [a, b] of links) {
    if (!indexOf.has(a) || !indexOf.has(b)) throw new Error(`unknown name in link ${a}-${b}`);
    sets.union(indexOf.get(a), indexOf.get(b));
  }
  const groups = new Map();
  names.forEach((name, index) => {
    const root = sets.find(index);
    if (groups.has(root)) groups.get(root).push(name);
    else groups.set(root, [name]);
  });
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/**
 * Index of the first link that joins names already connected, or -1.
 * @param {number} size names are 0..size-1
 * @param {[number, number][]} links
 * @returns {number}
 */
export function firstRedundantLink(size, links) {
  const sets = new DisjointSet(size);
  return links.findIndex(([a, b]) => !sets.union(a, b));
}

/**
 * How many links must be added so that everything is connected.
 * @param {number} size
 * @param {[number, number][]} links
 * @returns {number}
 */
export function missingLinks(size, links) {
  const sets = new DisjointSet(size);
  links.forEach(([a, b]) => sets.union(a, b));
  return Math.max(0, sets.count - 1);
}
