/** Small repair tasks made by hand, for tests. */
import { applyEditTo, listEdits } from './edits.ts';
import type { Files } from './runtime.ts';
import type { Edit, ShellTask } from './task.ts';

/** Sources, visible and hidden tests of a package with three functions. */
export const original: Files = {
  'src/ranges.js': `import { width } from './width.js';

/** The index moved into [0, length). */
export function clampIndex(index, length) {
  if (index < 0) return 0;
  return index < length ? index : length - 1;
}

export function overlaps(a, b) {
  return a.from < b.to && b.from < a.to;
}

export function total(ranges) {
  let sum = 0;
  for (const range of ranges) sum += width(range);
  return sum;
}
`,
  'src/width.js': `export function width(range) {
  return range.to - range.from;
}
`,
};

const visible: Files = {
  'test/ranges.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { clampIndex, overlaps, total } from '../src/ranges.js';

test('an index inside stays', () => {
  assert.equal(clampIndex(1, 3), 1);
});

test('an index at the end moves inside', () => {
  assert.equal(clampIndex(3, 3), 2);
});

test('touching ranges do not overlap', () => {
  assert.equal(overlaps({ from: 0, to: 2 }, { from: 2, to: 3 }), false);
  assert.equal(overlaps({ from: 0, to: 2 }, { from: 1, to: 3 }), true);
});

test('widths add up', () => {
  assert.equal(total([{ from: 0, to: 2 }, { from: 4, to: 5 }]), 3);
});
`,
};

/** Replacements of text by which a fault is found in the catalogue of edits. */
export const FAULTS = {
  clamp: { path: 'src/ranges.js', find: 'index < length', put: 'index <= length' },
  overlap: { path: 'src/ranges.js', find: 'b.from < a.to', put: 'b.from <= a.to' },
  width: { path: 'src/width.js', find: 'range.to - range.from', put: 'range.to + range.from' },
} as const;

/** The edit of a source that makes a replacement. @throws when the catalogue has none. */
export function editThat(files: Files, change: { path: string; find: string; put: string }): Edit {
  const source = files[change.path] ?? '';
  const changed = source.replace(change.find, change.put);
  const found = listEdits(change.path, source).find(
    (edit) => applyEditTo(files, edit)[change.path] === changed,
  );
  if (found === undefined) throw new Error(`no edit turns ${change.find} into ${change.put}`);
  return found;
}

/** A task with the named faults, in the order of the names; faults later in a file come first. */
export function shellTask(
  names: readonly (keyof typeof FAULTS)[],
  changes: Partial<ShellTask> = {},
): ShellTask {
  const faults = names.map((name) => editThat(original, FAULTS[name]));
  const faulty = faults.reduce<Files>(applyEditTo, original);
  return {
    environment: 'shell',
    taskId: `shell/ranges/${names.join('-')}`,
    contentHash: 'a'.repeat(64),
    family: 'fixture',
    cluster: 'ranges',
    split: 'train',
    module: 'ranges',
    files: { 'package.json': '{"type":"module"}\n', ...faulty, ...visible },
    testFiles: Object.keys(visible),
    original,
    hidden: {
      'hidden/ranges.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { clampIndex } from '../src/ranges.js';

test('an index before the start moves inside', () => {
  assert.equal(clampIndex(-1, 3), 0);
});
`,
    },
    faults,
    failing: [],
    ...changes,
  };
}
