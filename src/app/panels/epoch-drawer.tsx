/** One checkpoint and the epoch that made it: the decision with everything it was computed from. */
import { useState } from 'preact/hooks';
import type { CampaignView } from '../../../workers/learner.protocol.ts';
import type {
  CheckpointRecord,
  CloseDecision,
  ComparisonCounts,
  ControlEvent,
  LiveBatch,
} from '../../core/contracts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Drawer } from '../drawer.tsx';
import { Figure, Hash } from '../figure.tsx';
import { shortId } from '../format.ts';
import { Glyph, glyphOf } from '../glyph.tsx';
import { epochOf } from '../lineage-layout.ts';
import { EnvironmentMark } from '../marks.tsx';
import { t } from '../messages.ts';
import { isBusy, type WorkbenchModel } from '../model.ts';
import { Loaded, revealPanel } from '../panel.tsx';
import { campaignHash, checkpointHash } from '../route.ts';
import { describeEvent } from './campaign-panel.tsx';

const COUNTS = ['better', 'same', 'worse', 'failed'] as const;

function CountsRow({ label, counts }: { label: string; counts: ComparisonCounts }) {
  const total = COUNTS.reduce((sum, name) => sum + counts[name], 0);
  return (
    <tr>
      <th scope="row">{label}</th>
      {COUNTS.map((name) => (
        <td key={name} class={`right num outcome-${name}`}>
          {counts[name]}
        </td>
      ))}
      <td class="counts-bar" aria-hidden="true">
        <span class="counts-stack">
          {COUNTS.map((name) => (
            <i
              key={name}
              class={`fill-${name}`}
              style={{ width: `${total === 0 ? 0 : (counts[name] / total) * 100}%` }}
            />
          ))}
        </span>
      </td>
    </tr>
  );
}

function Decision({ decision }: { decision: CloseDecision }) {
  return (
    <section>
      <h3>{t('epoch.decision')}</h3>
      <p class={`decision event-${glyphOf(decision.action)}`}>
        <Glyph name={glyphOf(decision.action)} size={14} />
        <strong>{t(`action.${decision.action}`)}</strong>
      </p>
      <p>{decision.reason}</p>
      <dl class="facts" title={t('epoch.pHint')}>
        <dt>{t('epoch.pPreUpdate')}</dt>
        <dd>
          <Figure value={decision.pWorseThanPreUpdate} kind="p" />
        </dd>
        <dt>{t('epoch.pLastStable')}</dt>
        <dd>
          <Figure value={decision.pWorseThanLastStable} kind="p" />
        </dd>
        <dt>{t('epoch.streak')}</dt>
        <dd class="num">
          {t('epoch.streak.change', { before: decision.streakBefore, after: decision.streakAfter })}
        </dd>
        <dt>{t('epoch.promotable')}</dt>
        <dd class="num">{decision.promotableEpochsAfter}</dd>
      </dl>
      <p class="hint">{t('epoch.pHint')}</p>
      {decision.evidence.map((evidence) => (
        <div key={evidence.environment}>
          <h3>
            {t('epoch.evidence')} <EnvironmentMark environment={evidence.environment} />{' '}
            <span class="num muted">{`${evidence.pairs} ${t('epoch.pairs')}`}</span>
          </h3>
          <table class="table">
            <thead>
              <tr>
                <th>{t('epoch.against')}</th>
                {COUNTS.map((name) => (
                  <th key={name} class={`right outcome-${name}`}>
                    <Glyph name={name} /> {t(`outcome.${name}`)}
                  </th>
                ))}
                <th class="counts-bar" />
              </tr>
            </thead>
            <tbody>
              <CountsRow label={t('epoch.against.pre')} counts={evidence.againstPreUpdate} />
              <CountsRow label={t('epoch.against.stable')} counts={evidence.againstLastStable} />
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}

function Batches({ batches }: { batches: readonly LiveBatch[] }) {
  return (
    <section>
      <h3>{t('epoch.batches')}</h3>
      <table class="table">
        <thead>
          <tr>
            <th class="right">{t('epoch.batch.round')}</th>
            <th>{t('epoch.environment')}</th>
            <th class="right">{t('epoch.batch.episodes')}</th>
            <th class="right">{t('epoch.batch.steps')}</th>
            <th class="right">{t('epoch.batch.success')}</th>
            <th class="right">{t('epoch.batch.reward')}</th>
          </tr>
        </thead>
        <tbody>
          {batches.flatMap((batch) =>
            batch.environments.map((one) => (
              <tr key={`${batch.round}-${one.environment}`}>
                <td class="right num">{batch.round}</td>
                <td>
                  <EnvironmentMark environment={one.environment} />
                </td>
                <td class="right num">{one.episodes}</td>
                <td class="right num">{one.steps}</td>
                <td class="right num">{one.outcomes.success ?? 0}</td>
                <td class="right">
                  <Figure value={one.meanReward} />
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

function CheckpointSection(props: {
  model: WorkbenchModel;
  view: CampaignView;
  checkpoint: CheckpointRecord;
}) {
  const { model, view, checkpoint } = props;
  const { campaignId } = view.record;
  const [asking, setAsking] = useState(false);
  const active = view.snapshot.pointers.active === checkpoint.checkpointId;
  const stays = active && view.snapshot.mode !== 'frozen_failure';
  return (
    <section>
      <h3>{t('epoch.checkpoint')}</h3>
      <p class="row">
        {(['active', 'pre_update_ref', 'last_stable'] as const)
          .filter((name) => view.snapshot.pointers[name] === checkpoint.checkpointId)
          .map((name) => (
            <span key={name} class="mark pointer-mark">
              <Glyph name={name} />
              {t(`lineage.${name}`)}
            </span>
          ))}
      </p>
      <dl class="facts facts-wide">
        <dt>{t('epoch.checkpoint.id')}</dt>
        <dd>
          <code class="whole-hash">{checkpoint.checkpointId}</code>
        </dd>
        <dt>{t('epoch.checkpoint.state')}</dt>
        <dd>
          <code class="whole-hash">{checkpoint.stateHash}</code>
        </dd>
        <dt>{t('epoch.checkpoint.parent')}</dt>
        <dd>
          {checkpoint.parent === null ? (
            t('app.none')
          ) : (
            <a href={checkpointHash(campaignId, checkpoint.parent)}>
              <Hash of={checkpoint.parent} />
            </a>
          )}
        </dd>
        <dt>{t('epoch.checkpoint.size')}</dt>
        <dd>
          <Figure value={checkpoint.byteLength} kind="bytes" />
        </dd>
      </dl>
      <div class="row">
        <button
          type="button"
          onClick={() => void model.exportCheckpoint(campaignId, checkpoint.checkpointId)}
        >
          <Glyph name="export" />
          {t('epoch.export')}
        </button>
        <button
          type="button"
          disabled={!model.writer.value || isBusy(view.state) || stays}
          onClick={() => setAsking(true)}
        >
          <Glyph name="rollback" />
          {t('campaign.restore')}
        </button>
        <button
          type="button"
          onClick={() => {
            model.setFilter({ epoch: epochOf(checkpoint) ?? 0 });
            model.navigate(campaignHash(campaignId));
            revealPanel('episodes');
          }}
        >
          {t('epoch.episodes')}
        </button>
      </div>
      {asking ? (
        <ConfirmDialog
          title={t('campaign.restore.title', { id: shortId(checkpoint.checkpointId) })}
          text={t('campaign.restore.text')}
          confirm={t('campaign.restore.confirm')}
          onClose={(confirmed) => {
            setAsking(false);
            if (confirmed) void model.restore(campaignId, checkpoint.checkpointId);
          }}
        />
      ) : null}
    </section>
  );
}

/** What the chain says about the epoch that made a checkpoint. */
function chainOf(events: readonly ControlEvent[], checkpoint: CheckpointRecord) {
  let batches: LiveBatch[] = [];
  let decision: CloseDecision | null = null;
  const after: ControlEvent[] = [];
  let within = false;
  for (const event of events) {
    const { payload } = event;
    if (payload.kind === 'update.completed') {
      within = payload.checkpointId === checkpoint.checkpointId;
      if (within) batches = payload.batches;
    } else if (within && payload.kind === 'epoch.closed') decision = payload.decision;
    else if (within) after.push(event);
  }
  return { batches, decision, after };
}

function Contents(props: { model: WorkbenchModel; view: CampaignView; checkpoint: CheckpointRecord }) {
  const { batches, decision, after } = chainOf(props.view.events, props.checkpoint);
  return (
    <>
      {decision !== null ? (
        <Decision decision={decision} />
      ) : props.checkpoint.origin === 'update' ? (
        <p class="hint">{t('epoch.open')}</p>
      ) : null}
      {after.length === 0 ? null : (
        <section>
          <h3>{t('epoch.after')}</h3>
          <ol class="events-plain">
            {after.map((event) => {
              const { glyph, text } = describeEvent(event);
              return (
                <li key={event.sequence} class={`event event-${glyph}`}>
                  <Glyph name={glyph} />
                  <span>{text}</span>
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {batches.length === 0 ? null : <Batches batches={batches} />}
      <CheckpointSection {...props} />
    </>
  );
}

/** Name of a checkpoint by the epoch that made it. */
export function titleOf(checkpoint: CheckpointRecord): string {
  const epoch = epochOf(checkpoint);
  return epoch === null ? t('epoch.title.initial') : t('epoch.title', { epoch });
}

/** The drawer of a checkpoint. */
export function EpochDrawer({ model, checkpointId }: { model: WorkbenchModel; checkpointId: string }) {
  const view = model.view.value.status === 'ready' ? model.view.value.value : null;
  const found = view?.checkpoints.find((checkpoint) => checkpoint.checkpointId === checkpointId);
  const title = found === undefined ? t('epoch.checkpoint') : titleOf(found);
  return (
    <Drawer
      title={title}
      name={checkpointId}
      onClose={() => model.navigate(campaignHash(model.route.value.campaignId ?? ''))}
    >
      <Loaded of={model.view.value} retry={() => void model.reloadView()}>
        {(shown) => {
          const checkpoint = shown?.checkpoints.find((one) => one.checkpointId === checkpointId);
          return shown === null || checkpoint === undefined ? (
            <p class="state state-empty">{t('epoch.missing')}</p>
          ) : (
            <Contents model={model} view={shown} checkpoint={checkpoint} />
          );
        }}
      </Loaded>
    </Drawer>
  );
}
