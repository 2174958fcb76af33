/** The campaign panel: what it is, what a person can do with it, and what happened. */
import { useState } from 'preact/hooks';
import type { CampaignView } from '../../../workers/learner.protocol.ts';
import type { JournalEntry } from '../../core/campaign-store.ts';
import type { ControlEvent } from '../../core/contracts.ts';
import { isEngineEntry, latestEngineEntry } from '../../core/engine-calibration.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Figure, Hash } from '../figure.tsx';
import { formatCount, formatTime, shortId } from '../format.ts';
import { Glyph, type GlyphName, glyphOf } from '../glyph.tsx';
import { t, tNamed } from '../messages.ts';
import { isBusy, type WorkbenchModel } from '../model.ts';
import { Empty, Loaded, Panel } from '../panel.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { adapterText, CalibrationTable, engineLines, enginesText } from './engines.tsx';

const EVENTS_SHOWN = 40;
const JOURNAL_SHOWN = 30;

/** One event as a sentence with its glyph. */
export function describeEvent({ payload }: ControlEvent): { glyph: GlyphName; text: string } {
  switch (payload.kind) {
    case 'campaign.created':
      return { glyph: 'plus', text: t('event.campaign.created') };
    case 'update.completed':
      return {
        glyph: 'continue',
        text: t('event.update.completed', { epoch: payload.epoch, id: shortId(payload.checkpointId) }),
      };
    case 'update.failed':
      return {
        glyph: 'failed',
        text: t('event.update.failed', { epoch: payload.epoch, reason: payload.reason }),
      };
    case 'epoch.closed':
      return {
        glyph: glyphOf(payload.decision.action),
        text: t('event.epoch.closed', {
          epoch: payload.epoch,
          action: tNamed('action', payload.decision.action),
        }),
      };
    case 'rollback.completed':
      return {
        glyph: 'rollback',
        text: t('event.rollback.completed', { epoch: payload.epoch, id: shortId(payload.restored) }),
      };
    case 'rollback.failed':
      return {
        glyph: 'failed',
        text: t('event.rollback.failed', {
          epoch: payload.epoch,
          id: shortId(payload.target),
          reason: payload.reason,
        }),
      };
    case 'evaluation.completed':
      return {
        glyph: 'acceptable',
        text: t('event.evaluation.completed', {
          epoch: payload.epoch,
          split: tNamed('split', payload.split),
        }),
      };
    case 'choice.made':
      return { glyph: 'rollback', text: t('event.choice.made', { id: shortId(payload.restored) }) };
    case 'campaign.completed':
      return { glyph: 'completed', text: t('event.campaign.completed', { epoch: payload.epoch }) };
  }
}

type Question = 'delete' | 'stop' | 'restore';

function Controls({ model, view }: { model: WorkbenchModel; view: CampaignView }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const { campaignId, config } = view.record;
  const { writer } = model;
  const busy = isBusy(view.state);
  const otherRuns = model.runningId.value !== null && model.runningId.value !== campaignId;
  const frozen = view.snapshot.mode === 'frozen_failure';
  const finished = view.snapshot.mode === 'completed';
  const boot = model.boot.value.status === 'ready' ? model.boot.value.value : null;
  const interrupted = boot?.interrupted === campaignId && !busy && !frozen && !finished;
  const begun = view.snapshot.sequence > 0 || view.state === 'paused';
  const answered = (then: () => void) => (confirmed: boolean) => {
    setQuestion(null);
    if (confirmed) then();
  };
  return (
    <>
      <div class="row">
        {finished && !busy ? (
          <span class="run-state state-is-completed">
            <Glyph name="completed" />
            {t('campaign.completed')}
          </span>
        ) : frozen && !busy ? null : busy ? (
          <button
            type="button"
            disabled={!writer.value || !(view.state === 'running' || view.state === 'preparing')}
            onClick={() => void model.pause(campaignId)}
          >
            <Glyph name="paused" />
            {t('campaign.pause')}
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            disabled={!writer.value || otherRuns}
            onClick={() => void model.run(campaignId)}
          >
            <Glyph name="running" />
            {begun ? t('campaign.resume') : t('campaign.start')}
          </button>
        )}
        {finished && !busy ? null : (
          <button
            type="button"
            disabled={!writer.value || !(busy || view.state === 'paused') || view.state === 'stopping'}
            onClick={() => setQuestion('stop')}
          >
            <Glyph name="stopping" />
            {t('campaign.stop')}
          </button>
        )}
        <span class="grow" />
        <button
          type="button"
          class="quiet danger"
          disabled={!writer.value || busy}
          onClick={() => setQuestion('delete')}
        >
          {t('campaign.delete')}
        </button>
      </div>
      {interrupted ? <p class="notice">{t('campaign.interrupted')}</p> : null}
      {frozen ? (
        <div class="notice warn" role="alert">
          <p>
            <Glyph name="frozen" />{' '}
            <strong>{t('campaign.frozen', { reason: view.snapshot.frozenReason ?? '' })}</strong>
          </p>
          <p>{t('campaign.frozen.remedy')}</p>
          <button type="button" disabled={!writer.value} onClick={() => setQuestion('restore')}>
            <Glyph name="last_stable" />
            {t('campaign.frozen.restore')}
          </button>
        </div>
      ) : null}
      {question === 'delete' ? (
        <ConfirmDialog
          title={t('campaign.delete.title', { name: config.name })}
          text={t('campaign.delete.text')}
          confirm={t('campaign.delete.confirm')}
          onClose={answered(() => void model.remove(campaignId))}
        />
      ) : null}
      {question === 'stop' ? (
        <ConfirmDialog
          title={t('campaign.stop.title', { name: config.name })}
          text={t('campaign.stop.text')}
          confirm={t('campaign.stop.confirm')}
          onClose={answered(() => void model.stop(campaignId))}
        />
      ) : null}
      {question === 'restore' ? (
        <ConfirmDialog
          title={t('campaign.restore.title', { id: shortId(view.snapshot.pointers.last_stable) })}
          text={t('campaign.restore.text')}
          confirm={t('campaign.restore.confirm')}
          onClose={answered(() => void model.restore(campaignId, view.snapshot.pointers.last_stable))}
        />
      ) : null}
    </>
  );
}

function Facts({ view }: { view: CampaignView }) {
  const { config, createdAt } = view.record;
  const { snapshot, engines } = view;
  const adapter = engines === null ? '' : adapterText(engines);
  return (
    <dl class="facts">
      <dt>{t('campaign.fact.environments')}</dt>
      <dd>
        {Object.keys(config.environments).map((id) => (
          <span key={id} class={`env env-${id}`}>
            {tNamed('environment', id)}
          </span>
        ))}
      </dd>
      {config.environments.browser === undefined ? null : (
        <>
          <dt>{t('campaign.fact.pages')}</dt>
          <dd>{tNamed('pages', String(config.environments.browser.options['driver'] ?? 'iframe'))}</dd>
        </>
      )}
      <dt>{t('campaign.fact.epoch')}</dt>
      <dd class="num">{`${snapshot.epoch} / ${config.epochs}`}</dd>
      <dt>{t('campaign.fact.episodes')}</dt>
      <dd class="num">{formatCount(config.roundsPerEpoch * config.episodesPerRound)}</dd>
      <dt>{t('campaign.fact.seed')}</dt>
      <dd class="num">{config.seed}</dd>
      <dt>{t('campaign.fact.learningRate')}</dt>
      <dd>
        <Figure value={config.ppo.learningRate} />
      </dd>
      <dt>{t('campaign.fact.engine')}</dt>
      <dd>
        {engineLines(engines).map((line) => (
          <div key={line}>{line}</div>
        ))}
        {adapter === '' ? null : <div class="hint">{t('engines.adapter', { adapter })}</div>}
      </dd>
      <dt>{t('campaign.fact.streak')}</dt>
      <dd class="num">{`${snapshot.degradationStreak} / ${config.closing.streakLimit}`}</dd>
      <dt>{t('campaign.fact.rollbacks')}</dt>
      <dd class="num">{`${snapshot.rollbacksSincePromotion} / ${config.closing.rollbackLimit}`}</dd>
      {config.faults.length === 0 ? null : (
        <>
          <dt>{t('campaign.fact.faults')}</dt>
          <dd>{config.faults.map((fault) => tNamed('fault', fault.kind)).join(', ')}</dd>
        </>
      )}
      <dt>{t('campaign.fact.created')}</dt>
      <dd>{formatTime(createdAt)}</dd>
      <dt>{t('campaign.fact.digest')}</dt>
      <dd>
        <Hash of={snapshot.headHash} />
      </dd>
    </dl>
  );
}

/** What an entry says; what it says of engines is stored as JSON. */
function journalText(entry: JournalEntry): string {
  if (!isEngineEntry(entry)) return entry.detail;
  const engines = latestEngineEntry([entry], entry.kind);
  const adapter = engines === null ? '' : adapterText(engines);
  return adapter === ''
    ? enginesText(engines)
    : `${enginesText(engines)}; ${t('engines.adapter', { adapter })}`;
}

function Events({ events }: { events: readonly ControlEvent[] }) {
  const shown = events.slice(-EVENTS_SHOWN).toReversed();
  return (
    <div class="events">
      <h3>{t('campaign.events')}</h3>
      {shown.length === 0 ? (
        <p class="hint">{t('campaign.events.empty')}</p>
      ) : (
        <ol aria-label={t('campaign.events')}>
          {shown.map((event) => {
            const { glyph, text } = describeEvent(event);
            return (
              <li key={event.sequence} class={`event event-${glyph}`}>
                <Glyph name={glyph} />
                <span>{text}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** The panel: the form of a new campaign, or the campaign that is shown. */
export function CampaignPanel({ model }: { model: WorkbenchModel }) {
  if (model.route.value.form) {
    return (
      <Panel title={t('campaign.new')} area="campaign">
        <CampaignForm model={model} />
      </Panel>
    );
  }
  return (
    <Panel title={t('campaign.title')} area="campaign">
      <Loaded of={model.view.value} retry={() => void model.reloadView()}>
        {(view) =>
          view === null ? (
            <Empty text={t('campaign.empty')} />
          ) : (
            <>
              <p class="campaign-title">{view.record.config.name}</p>
              <Controls model={model} view={view} />
              <Facts view={view} />
              {view.calibration === null ? null : <CalibrationTable calibration={view.calibration} />}
              <Events events={view.events} />
              {view.journal.length === 0 ? null : (
                <details>
                  <summary>{t('campaign.journal')}</summary>
                  <ol class="journal">
                    {view.journal
                      .slice(-JOURNAL_SHOWN)
                      .toReversed()
                      .map((entry) => (
                        <li key={`${entry.at} ${entry.kind}`}>
                          <time dateTime={entry.at}>{formatTime(entry.at)}</time> {entry.kind}{' '}
                          {journalText(entry)}
                        </li>
                      ))}
                  </ol>
                </details>
              )}
              <details>
                <summary>{t('campaign.viewConfig')}</summary>
                <pre class="json">{JSON.stringify(view.record.config, null, 2)}</pre>
              </details>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
