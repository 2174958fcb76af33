function swap(items, first, second) {
  [items[first], items[second]] = [items[second], items[first]];
}

/** Lets the last item rise above the parents that it precedes. */
export function siftUp(items, compare) {
  let child = items.length - 1;
  while (child > 0) {
    const parent = Math.floor((child - 1) / 2);
    if (compare(items[parent], items[child]) <= 0) break;
    swap(items, parent, child);
    child = parent;
  }
}

/** Lets the first item sink below the children that precede it. */
export function siftDown(items, compare) {
  let parent = 0;
  for (let child = 1; child < items.length; child = 2 * parent + 1) {
    const sibling = child + 1;
    if (sibling < items.length && compare(items[sibling], items[child]) < 0) child = sibling;
    if (compare(items[parent], items[child]) <= 0) break;
    swap(items, parent, child);
    parent = child;
  }
}
