import { emptyNode, wordsBelow } from './nodes.js';

/** Counts words and answers questions about their prefixes. */
export class PrefixTrie {
  #root = emptyNode();

  constructor(words = []) {
    for (const word of words) this.add(word);
  }

  /** Adds one occurrence of a word; returns how often it has been added. */
  add(word) {
    let node = this.#root;
    for (const letter of word) {
      if (!node.children.has(letter)) node.children.set(letter, emptyNode());
      node = node.children.get(letter);
    }
    node.count += 1;
    return node.count;
  }

  /** How often a word has been added. */
  count(word) {
    return this.#find(word)?.count ?? 0;
  }

  /** Distinct words that start with a prefix, in code unit order, at most `limit`. */
  complete(prefix, limit = Infinity) {
    const start = this.#find(prefix);
    return start ? wordsBelow(start, prefix, limit) : [];
  }

  /** The longest added word that `text` starts with, or null when there is none. */
  longestPrefixOf(text) {
    let node = this.#root;
    let longest = node.count > 0 ? '' : null;
    let read = '';
    for (const letter of text) {
      node = node.children.get(letter);
      if (node === undefined) break;
      read += letter;
      if (node.count > 0) longest = read;
    }
    return longest;
  }

  #find(prefix) {
    let node = this.#root;
    for (const letter of prefix) node = node?.children.get(letter);
    return node;
  }
}
