/** Creates a node after `previous`, or one linked to itself when there is none. */
export function linkAfter(previous, value) {
  const node = { value };
  node.previous = previous ?? node;
  node.next = previous?.next ?? node;
  node.previous.next = node;
  node.next.previous = node;
  return node;
}

/** Takes a node out of its circle; returns its successor, or null when it was alone. */
export function unlink(node) {
  node.previous.next = node.next;
  node.next.previous = node.previous;
  return node.next === node ? null : node.next;
}
