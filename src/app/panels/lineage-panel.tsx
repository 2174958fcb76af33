/** The graph of checkpoints: what became of each, and where the three pointers stand. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CampaignView } from '../../../workers/learner.protocol.ts';
import { shortId } from '../format.ts';
import { Glyph, glyphOf, glyphPath } from '../glyph.tsx';
import { epochOf, type LineageNode, layOutLineage } from '../lineage-layout.ts';
import { t, tNamed } from '../messages.ts';
import type { WorkbenchModel } from '../model.ts';
import { Empty, Loaded, Panel } from '../panel.tsx';
import { checkpointHash } from '../route.ts';

/** More columns than this are not drawn. */
const MAX_COLUMNS = 96;
const ROW = 34;
const LEFT = 26;
const TOP = 46;
const RADIUS = 6;
const DECISIONS_SHOWN = 8;
const POINTERS = ['active', 'pre_update_ref', 'last_stable'] as const;

function labelOf(node: LineageNode): string {
  const epoch = epochOf(node.checkpoint);
  const marks = [
    ...node.pointers.map((pointer) => t(`lineage.${pointer}`)),
    ...(node.promoted ? [t('lineage.promoted')] : []),
    ...(node.abandoned ? [t('lineage.rolledBack')] : []),
  ];
  return t('lineage.node', {
    id: shortId(node.checkpoint.checkpointId),
    origin: epoch === null ? t(`origin.${node.checkpoint.origin}`) : t('lineage.epoch', { epoch }),
    marks: marks.map((mark) => `, ${mark}`).join(''),
  });
}

function Graph({ model, view }: { model: WorkbenchModel; view: CampaignView }) {
  const { campaignId } = view.record;
  const layout = useMemo(
    () => layOutLineage(view.checkpoints, view.events, view.snapshot.pointers, MAX_COLUMNS),
    [view.checkpoints, view.events, view.snapshot.pointers],
  );
  const scroller = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const { drawer } = model.route.value;
  const openId = drawer?.kind === 'checkpoint' ? drawer.checkpointId : null;
  const tabStop = Math.min(focused ?? layout.nodes.length - 1, layout.nodes.length - 1);

  // The newest epoch stays in sight while it grows.
  useEffect(() => {
    scroller.current?.scrollTo({ left: scroller.current.scrollWidth });
  }, [layout.columns]);

  // A demo's epochs fit the panel; longer campaigns scroll.
  const columnWidth = Math.max(19, Math.min(34, Math.floor(600 / layout.columns)));
  const tickEvery = columnWidth < 26 ? 5 : 2;
  const placeOf = (column: number) => LEFT + (column - layout.firstColumn) * columnWidth;
  const x = (node: LineageNode) => placeOf(node.column);
  const y = (node: LineageNode) => TOP + node.row * ROW;
  const width = LEFT * 2 + (layout.columns - 1) * columnWidth;
  const height = TOP + (layout.rows - 1) * ROW + 34;

  function moveFocus(from: number, by: number): void {
    const next = Math.max(0, Math.min(layout.nodes.length - 1, from + by));
    setFocused(next);
    scroller.current?.querySelectorAll<SVGGElement>('[data-node]')[next]?.focus();
  }

  const cut = layout.firstColumn > 0;
  return (
    <section class="lineage" ref={scroller} aria-label={t('lineage.graph')}>
      {cut ? <p class="hint">{t('lineage.cut', { columns: MAX_COLUMNS })}</p> : null}
      <svg width={width} height={height} aria-label={t('lineage.graph')}>
        {Array.from({ length: layout.columns }, (_, index) => layout.firstColumn + index)
          .filter((column) => column > 0 && (column - 1) % tickEvery === 0)
          .map((column) => (
            <text key={column} class="tick" x={placeOf(column)} y={height - 6} text-anchor="middle">
              {column - 1}
            </text>
          ))}
        {layout.edges.map(({ from, to }) => {
          const a = layout.nodes[from];
          const b = layout.nodes[to];
          if (!a || !b) return null;
          const middle = x(b) - columnWidth / 2;
          const path =
            a.row === b.row
              ? `M${x(a)} ${y(a)}H${x(b)}`
              : `M${x(a)} ${y(a)}H${middle - 6}C${middle + 4} ${y(a)} ${middle - 4} ${y(b)} ${x(b)} ${y(b)}`;
          return <path key={`${from}-${to}`} class={b.row === 0 ? 'edge edge-main' : 'edge'} d={path} />;
        })}
        {layout.rollbacks.map(({ from, to, epoch }) => {
          const a = layout.nodes[from];
          const b = layout.nodes[to];
          if (!a || !b) return null;
          const low = Math.max(y(a), y(b)) + (a.row === b.row ? 22 : 15);
          const end = y(b) + RADIUS + 2;
          return (
            <g key={`rollback-${epoch}`}>
              <path
                class="edge edge-rollback"
                d={`M${x(a) - 4} ${y(a) + RADIUS - 1}C${x(a) - 12} ${low} ${x(b)} ${low} ${x(b)} ${end + 3}`}
              />
              <path class="arrow" d={`M${x(b)} ${end}l3.5 6h-7Z`} />
            </g>
          );
        })}
        {layout.nodes.map((node, index) => {
          const id = node.checkpoint.checkpointId;
          const open = () => model.navigate(checkpointHash(campaignId, id));
          const glyph = node.promoted ? 'promote' : node.abandoned ? 'rollback' : null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: an SVG group cannot be a button element.
            <g
              key={id}
              data-node={index}
              role="button"
              tabIndex={index === tabStop ? 0 : -1}
              aria-label={labelOf(node)}
              aria-pressed={openId === id}
              class={`node${node.promoted ? ' node-promoted' : ''}${node.abandoned ? ' node-abandoned' : ''}${openId === id ? ' node-open' : ''}`}
              transform={`translate(${x(node)} ${y(node)})`}
              onClick={open}
              onFocus={() => setFocused(index)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === ' ') open();
                else if (event.key === 'ArrowLeft') moveFocus(index, -1);
                else if (event.key === 'ArrowRight') moveFocus(index, 1);
                else if (event.key === 'Home') moveFocus(index, -layout.nodes.length);
                else if (event.key === 'End') moveFocus(index, layout.nodes.length);
                else return;
                event.preventDefault();
              }}
            >
              <title>{labelOf(node)}</title>
              <rect class="hit" x={-columnWidth / 2} y={-ROW / 2} width={columnWidth} height={ROW} />
              <circle r={RADIUS} />
              {glyph === null ? null : (
                <path
                  class={`node-mark glyph-${glyph}`}
                  d={glyphPath(glyph)}
                  transform="translate(-3.6 -3.6) scale(.6)"
                  fill-rule="evenodd"
                />
              )}
              {node.pointers.map((pointer, place) => (
                <path
                  key={pointer}
                  class={`pointer glyph-${pointer}`}
                  d={glyphPath(pointer)}
                  transform={`translate(-5 ${-21 - place * 12}) scale(.84)`}
                  fill-rule="evenodd"
                />
              ))}
            </g>
          );
        })}
      </svg>
    </section>
  );
}

function Decisions({ view }: { view: CampaignView }) {
  const { campaignId } = view.record;
  const rows: { epoch: number; action: string; reason: string; checkpointId: string | null }[] = [];
  let head: string | null = null;
  for (const { payload } of view.events) {
    if (payload.kind === 'update.completed') head = payload.checkpointId;
    else if (payload.kind === 'epoch.closed' && payload.decision.action !== 'continue') {
      rows.push({
        epoch: payload.epoch,
        action: payload.decision.action,
        reason: payload.decision.reason,
        checkpointId: head,
      });
    } else if (payload.kind === 'update.failed' || payload.kind === 'rollback.failed') {
      rows.push({ epoch: payload.epoch, action: 'failed', reason: payload.reason, checkpointId: null });
    }
  }
  const shown = rows.slice(-DECISIONS_SHOWN).toReversed();
  const hidden = rows.length - shown.length;
  return (
    <div class="decisions">
      <h3>{t('lineage.decisions')}</h3>
      {shown.length === 0 ? <p class="hint">{t('lineage.decisions.none')}</p> : null}
      <ol>
        {shown.map((row) => (
          <li key={`${row.epoch}-${row.action}`} class={`event event-${glyphOf(row.action)}`}>
            <Glyph name={glyphOf(row.action)} />
            <span>
              {row.checkpointId === null ? (
                <strong class="num">{t('epoch.title', { epoch: row.epoch })}</strong>
              ) : (
                <a class="num" href={checkpointHash(campaignId, row.checkpointId)}>
                  {t('epoch.title', { epoch: row.epoch })}
                </a>
              )}{' '}
              {tNamed(row.action === 'failed' ? 'outcome' : 'action', row.action)}: {row.reason}
            </span>
          </li>
        ))}
      </ol>
      {hidden > 0 ? <p class="hint">{t('lineage.older', { count: hidden })}</p> : null}
    </div>
  );
}

/** Metrics come between events and change nothing here: what is drawn stays until its parts change. */
function Lineage({ model, view }: { model: WorkbenchModel; view: CampaignView }) {
  return useMemo(
    () => (
      <>
        <Graph model={model} view={view} />
        <Decisions view={view} />
      </>
    ),
    [model, view.record, view.checkpoints, view.events, view.snapshot],
  );
}

/** The lineage panel. */
export function LineagePanel({ model }: { model: WorkbenchModel }) {
  return (
    <Panel
      title={t('lineage.title')}
      area="lineage"
      actions={
        <ul class="legend" aria-label={t('lineage.legend')}>
          {POINTERS.map((pointer) => (
            <li key={pointer}>
              <Glyph name={pointer} />
              {t(`lineage.${pointer}`)}
            </li>
          ))}
          <li>
            <Glyph name="promote" />
            {t('lineage.promoted')}
          </li>
          <li>
            <Glyph name="rollback" />
            {t('lineage.rolledBack')}
          </li>
        </ul>
      }
    >
      <Loaded of={model.view.value} retry={() => void model.reloadView()}>
        {(view) =>
          view === null || view.checkpoints.length === 0 ? (
            <Empty text={t('lineage.empty')} />
          ) : (
            <Lineage model={model} view={view} />
          )
        }
      </Loaded>
    </Panel>
  );
}
