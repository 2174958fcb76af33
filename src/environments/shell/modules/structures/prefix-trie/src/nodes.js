/** A trie node; `count` tells how often the word that ends here was added. */
export function emptyNode() {
  return { children: new Map(), count: 0 };
}

/** Words below a node in code unit order, at most `limit`, each starting with `prefix`. */
export function wordsBelow(node, prefix, limit) {
  if (limit <= 0) return [];
  const words = node.count > 0 ? [prefix] : [];
  for (const letter of [...node.children.keys()].sort()) {
    words.push(...wordsBelow(node.children.get(letter), prefix + letter, limit - words.length));
  }
  return words;
}
