import { expect, it } from 'vitest';
import { layOutLineage } from './lineage-layout.ts';
import { fixture } from './workbench.fixture.ts';

const { view } = fixture({ epochs: 22 });
const layout = layOutLineage(view.checkpoints, view.events, view.snapshot.pointers);
const atEpoch = (epoch: number) => layout.nodes.find((node) => node.column === epoch + 1);

it('puts the line to the active checkpoint on the first row', () => {
  expect(layout.nodes.find((node) => node.pointers.includes('active'))?.row).toBe(0);
  expect(layout.nodes[0]).toMatchObject({ column: 0, row: 0 });
});

it('puts what a rollback left below it and marks where it was left', () => {
  expect(atEpoch(8)).toMatchObject({ row: 1, abandoned: true });
  expect(atEpoch(12)).toMatchObject({ row: 1, abandoned: false });
  expect(atEpoch(14)).toMatchObject({ row: 1, abandoned: true });
});

it('draws each rollback from what was left to what was restored', () => {
  const columns = layout.rollbacks.map(({ from, to }) => [
    layout.nodes[from]?.column,
    layout.nodes[to]?.column,
  ]);
  expect(columns).toEqual([
    [9, 8],
    [15, 12],
  ]);
});

it('marks the promoted checkpoints', () => {
  expect(layout.nodes.filter((node) => node.promoted).map((node) => node.column - 1)).toEqual([2, 5, 11, 19]);
});

it('draws only the last columns when asked to', () => {
  const cut = layOutLineage(view.checkpoints, view.events, view.snapshot.pointers, 5);
  expect(cut.columns).toBe(5);
  expect(cut.nodes.map((node) => node.column)).toEqual([18, 19, 20, 21, 22]);
});
