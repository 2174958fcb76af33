/** Places checkpoints of a campaign on a grid: columns are epochs, rows are branches. Pure. */
import type { CheckpointRecord, CloseAction, ControlEvent, Pointers } from '../core/contracts.ts';

/** A checkpoint with its place and what happened to it. */
export interface LineageNode {
  checkpoint: CheckpointRecord;
  /** 0 for where the campaign began, epoch + 1 for what an update made. */
  column: number;
  /** 0 for the line that leads to the active checkpoint; abandoned branches lie below. */
  row: number;
  pointers: (keyof Pointers)[];
  /** How the epoch that made it was closed; null before that and for the initial checkpoint. */
  action: CloseAction | null;
  promoted: boolean;
  /** It was left by a rollback. */
  abandoned: boolean;
}

/** A parent and its child, as indices into the nodes. */
interface LineageEdge {
  from: number;
  to: number;
}

/** A return from one checkpoint to an earlier one, as indices into the nodes. */
interface RollbackEdge extends LineageEdge {
  epoch: number;
}

/** The drawn lineage. */
export interface LineageLayout {
  nodes: LineageNode[];
  edges: LineageEdge[];
  rollbacks: RollbackEdge[];
  /** Column of the first one drawn; `columns` counts from there. */
  firstColumn: number;
  columns: number;
  rows: number;
}

/** Lays out the last `maxColumns` columns of the lineage. Checkpoints whose parent is not stored stand alone in their column. */
export function layOutLineage(
  checkpoints: readonly CheckpointRecord[],
  events: readonly ControlEvent[],
  pointers: Pointers,
  maxColumns = Number.POSITIVE_INFINITY,
): LineageLayout {
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.checkpointId, checkpoint]));

  const mainline = new Set<string>();
  for (let id: string | null = pointers.active; id !== null && !mainline.has(id); ) {
    mainline.add(id);
    id = byId.get(id)?.parent ?? null;
  }

  const actions = new Map<string, CloseAction>();
  const rollbacks: { from: string; to: string; epoch: number }[] = [];
  let head: string | null = null;
  for (const { payload } of events) {
    if (payload.kind === 'campaign.created' || payload.kind === 'update.completed') {
      head = payload.checkpointId;
    } else if (payload.kind === 'epoch.closed' && head !== null) {
      actions.set(head, payload.decision.action);
    } else if (payload.kind === 'rollback.completed') {
      if (head !== null) rollbacks.push({ from: head, to: payload.restored, epoch: payload.epoch });
      head = payload.restored;
    } else if (payload.kind === 'choice.made') {
      head = payload.restored;
    }
  }
  const abandoned = new Set(rollbacks.map((rollback) => rollback.from));

  const lastColumn = Math.max(0, ...checkpoints.map(columnOf));
  const firstColumn = Math.max(0, lastColumn + 1 - maxColumns);
  const shown = checkpoints.filter((checkpoint) => columnOf(checkpoint) >= firstColumn);
  const ordered = shown.toSorted(
    (a, b) =>
      columnOf(a) - columnOf(b) ||
      Number(mainline.has(b.checkpointId)) - Number(mainline.has(a.checkpointId)),
  );
  // A branch takes the first row below the line that is free from its parent's column on.
  const rowEnds: number[] = [];
  const rowOf = new Map<string, number>();
  const nodes = ordered.map((checkpoint): LineageNode => {
    const id = checkpoint.checkpointId;
    const column = columnOf(checkpoint);
    let row = 0;
    if (!mainline.has(id)) {
      const parentRow = checkpoint.parent === null ? undefined : rowOf.get(checkpoint.parent);
      row = parentRow !== undefined && parentRow > 0 && rowEnds[parentRow] === column - 1 ? parentRow : 1;
      while (rowEnds[row] !== undefined && (rowEnds[row] ?? 0) >= column) row += 1;
      rowEnds[row] = column;
    }
    rowOf.set(id, row);
    const action = actions.get(id) ?? null;
    return {
      checkpoint,
      column,
      row,
      pointers: (['active', 'pre_update_ref', 'last_stable'] as const).filter(
        (name) => pointers[name] === id,
      ),
      action,
      promoted: action === 'promote',
      abandoned: abandoned.has(id),
    };
  });

  const indexOf = new Map(nodes.map((node, index) => [node.checkpoint.checkpointId, index]));
  const edges: LineageEdge[] = [];
  nodes.forEach((node, to) => {
    const from = node.checkpoint.parent === null ? undefined : indexOf.get(node.checkpoint.parent);
    if (from !== undefined) edges.push({ from, to });
  });
  return {
    nodes,
    edges,
    rollbacks: rollbacks.flatMap(({ from, to, epoch }) => {
      const fromIndex = indexOf.get(from);
      const toIndex = indexOf.get(to);
      return fromIndex === undefined || toIndex === undefined
        ? []
        : [{ from: fromIndex, to: toIndex, epoch }];
    }),
    firstColumn,
    columns: lastColumn + 1 - firstColumn,
    rows: Math.max(1, ...nodes.map((node) => node.row + 1)),
  };
}

/** A record counts the epochs up to and with the one that made it; others begin a campaign. */
function columnOf(checkpoint: CheckpointRecord): number {
  return checkpoint.origin === 'update' ? checkpoint.epoch : 0;
}

/** Number of the epoch whose update made a checkpoint; null for one that began a campaign. */
export function epochOf(checkpoint: CheckpointRecord): number | null {
  return checkpoint.origin === 'update' ? checkpoint.epoch - 1 : null;
}
