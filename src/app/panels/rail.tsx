/** The left rail: every campaign, and how to get another. */
import { useRef } from 'preact/hooks';
import { Figure } from '../figure.tsx';
import { Glyph, glyphOf } from '../glyph.tsx';
import { latestOf } from '../learning-series.ts';
import { t, tNamed } from '../messages.ts';
import { type CampaignSummary, isBusy, type WorkbenchModel } from '../model.ts';
import { Loaded } from '../panel.tsx';
import { campaignHash, NEW_CAMPAIGN_HASH } from '../route.ts';

/** A button that asks for a safetensors file and imports it. */
export function ImportButton({ model }: { model: WorkbenchModel }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        disabled={!model.writer.value}
        title={t('data.import.hint')}
        onClick={() => input.current?.click()}
      >
        <Glyph name="import" />
        {t('rail.import')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".safetensors"
        data-testid="import-checkpoint"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void model.importCheckpoint(file);
        }}
      />
    </>
  );
}

/** The main button. Big while nothing exists yet. */
export function RunDemoButton({ model, big }: { model: WorkbenchModel; big: boolean }) {
  const ready = model.writer.value && model.runningId.value === null;
  return (
    <button
      type="button"
      id="run-demo"
      class={big ? 'primary big' : 'primary'}
      data-testid="run-demo"
      disabled={!ready}
      title={t('rail.runDemo.hint')}
      onClick={() => void model.runDemo()}
    >
      <Glyph name="running" />
      {t('rail.runDemo')}
    </button>
  );
}

/** Latest success of a campaign that is on screen; the list itself stores none. */
function successOf(model: WorkbenchModel, row: CampaignSummary): number | null {
  const view = model.view.value.status === 'ready' ? model.view.value.value : null;
  if (view?.record.campaignId !== row.record.campaignId) return null;
  const keys = [
    'eval/success_rate',
    ...(row.record.config.environments
      ? Object.keys(row.record.config.environments).map((id) => `eval/success_rate/${id}`)
      : []),
  ];
  const values = view.metrics.map(
    (metric) => keys.map((key) => metric.values[key]).find((one) => one !== undefined) ?? null,
  );
  return latestOf(values);
}

function CampaignRow({ model, row }: { model: WorkbenchModel; row: CampaignSummary }) {
  const { record, snapshot } = row;
  const current = model.route.value.campaignId === record.campaignId;
  const state = snapshot.mode === 'frozen_failure' ? 'frozen' : row.state;
  const success = successOf(model, row);
  return (
    <li>
      <a
        class={`campaign-row state-is-${state}`}
        href={campaignHash(record.campaignId)}
        aria-current={current ? 'page' : undefined}
      >
        <span class="campaign-glyph" title={tNamed('state', state)}>
          <Glyph name={glyphOf(state)} label={tNamed('state', state)} />
        </span>
        <span class="campaign-name">{record.config.name}</span>
        <span class="campaign-meta">
          {t('rail.epoch', { epoch: `${snapshot.epoch}/${record.config.epochs}` })}
          {success === null ? null : (
            <>
              {' · '}
              <Figure value={success} kind="rate" />
            </>
          )}
        </span>
        {isBusy(row.state) ? <span class="pulse" aria-hidden="true" /> : null}
      </a>
    </li>
  );
}

/** The rail. */
export function Rail({ model }: { model: WorkbenchModel }) {
  const none = model.campaigns.value.status === 'ready' && model.campaigns.value.value.length === 0;
  return (
    <nav class="rail" aria-label={t('rail.title')}>
      <a class="brand" href="#/">
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <path class="brand-line" d="M4 24 L11 18 L17 20 L27 8" />
          <path class="brand-diamond" d="M27 3 L32 8 L27 13 L22 8 Z" />
        </svg>
        {t('app.title')}
      </a>
      {none ? null : <RunDemoButton model={model} big={false} />}
      <h2 class="rail-head">{t('rail.title')}</h2>
      <div class="rail-list">
        <Loaded of={model.campaigns.value}>
          {(rows) =>
            rows.length === 0 ? (
              <p class="hint">{t('rail.empty')}</p>
            ) : (
              <ul>
                {rows
                  .toSorted((a, b) => b.record.createdAt.localeCompare(a.record.createdAt))
                  .map((row) => (
                    <CampaignRow key={row.record.campaignId} model={model} row={row} />
                  ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <div class="rail-foot">
        {model.boot.value.status === 'ready' && !model.writer.value ? (
          <p class="hint warn">{t('rail.readOnly')}</p>
        ) : null}
        <a class="button" href={NEW_CAMPAIGN_HASH}>
          <Glyph name="plus" />
          {t('rail.new')}
        </a>
        <ImportButton model={model} />
      </div>
    </nav>
  );
}
