/** The bar that always shows the run: state, phase, progress, time left, engine, storage. */
import type { CampaignView, Progress } from '../../../workers/learner.protocol.ts';
import { formatBytes, formatCount, formatTimeLeft } from '../format.ts';
import { Glyph, glyphOf } from '../glyph.tsx';
import { t, tNamed } from '../messages.ts';
import type { WorkbenchModel } from '../model.ts';
import { cycleTheme, theme } from '../theme.ts';
import { adapterText, enginesText } from './engines.tsx';

/** Progress of the run that goes on, else of the campaign on screen, made up from what is stored. */
function shownProgress(model: WorkbenchModel): Progress | null {
  const view = model.view.value.status === 'ready' ? model.view.value.value : null;
  // A paused run stands where it was held.
  const held = view?.state === 'paused' ? view.record.campaignId : null;
  const running = model.runningId.value ?? held;
  const reported = running === null ? undefined : model.progress.value[running];
  if (reported) return reported;
  if (view === null) return null;
  const { epoch } = view.snapshot;
  const { epochs } = view.record.config;
  return {
    campaignId: view.record.campaignId,
    state: view.snapshot.mode === 'frozen_failure' ? 'frozen' : view.state,
    // The first thing a run does, before it can tell how far it is.
    phase: view.state === 'preparing' ? 'phase.benchmark' : '',
    done: 0,
    total: 0,
    fraction: epochs === 0 ? 0 : Math.min(1, epoch / epochs),
    secondsLeft: null,
    epoch,
    epochs,
  };
}

function nameOf(model: WorkbenchModel, campaignId: string | null): string {
  const rows = model.campaigns.value.status === 'ready' ? model.campaigns.value.value : [];
  return rows.find((row) => row.record.campaignId === campaignId)?.record.config.name ?? '';
}

function Chip({ label, value, title }: { label: string; value: string; title?: string }) {
  return (
    <div class="chip" title={title}>
      <dt>{label}</dt>
      <dd class="num">{value}</dd>
    </div>
  );
}

/** The engines of the campaign on screen: one name, or the acting and the updating one's. */
function EngineChip({ view: { engines } }: { view: CampaignView }) {
  const names = engines === null ? ['auto'] : [...new Set([engines.acting, engines.updating])];
  const adapter = engines === null ? '' : adapterText(engines);
  const title = adapter === '' ? enginesText(engines) : `${enginesText(engines)}; ${adapter}`;
  return <Chip label={t('top.engine')} value={names.join(' + ')} title={title} />;
}

/** What is being done now, and how far that is: long phases move the campaign's own bar little. */
function Phase({ progress }: { progress: Progress }) {
  const { done, total } = progress;
  const phase = tNamed('phase', progress.phase);
  return (
    <span class="run-phase">
      <span class="ellipsis">{phase}</span>
      {total > 0 ? (
        <>
          <span
            class="bar bar-thin"
            role="progressbar"
            aria-label={t('top.phase', { phase })}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={done}
          >
            <span style={{ width: `${Math.min(100, (100 * done) / total)}%` }} />
          </span>
          <span class="num">{`${formatCount(done)}/${formatCount(total)}`}</span>
        </>
      ) : null}
    </span>
  );
}

/** The top bar. */
export function TopBar({ model }: { model: WorkbenchModel }) {
  const progress = shownProgress(model);
  const boot = model.boot.value.status === 'ready' ? model.boot.value.value : null;
  const view = model.view.value.status === 'ready' ? model.view.value.value : null;
  const usage = model.usage.value.status === 'ready' ? model.usage.value.value : null;
  const bridge = model.bridge.value.status === 'ready' ? model.bridge.value.value : null;
  const percent = progress === null ? 0 : Math.round(progress.fraction * 1000) / 10;
  return (
    <header class="top">
      <section class={`run state-is-${progress?.state ?? 'idle'}`} aria-label={t('top.label')}>
        <div class="run-line">
          <span class="run-state" role="status">
            <Glyph name={glyphOf(progress?.state ?? 'idle')} />
            {progress === null ? t('top.noRun') : tNamed('state', progress.state)}
          </span>
          <span class="run-name">{progress === null ? '' : nameOf(model, progress.campaignId)}</span>
          {progress?.phase ? <Phase progress={progress} /> : <span class="grow" />}
          <span class="run-left num">
            {progress === null || progress.secondsLeft === null
              ? ''
              : t('top.left', { time: formatTimeLeft(progress.secondsLeft) })}
          </span>
        </div>
        <div
          class="bar"
          role="progressbar"
          aria-label={t('top.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      </section>
      <dl class="chips">
        {progress === null ? null : (
          <Chip label={t('top.epoch')} value={`${progress.epoch}/${progress.epochs}`} />
        )}
        {view === null ? null : <EngineChip view={view} />}
        {usage === null ? null : (
          <Chip
            label={t('top.storage')}
            value={formatBytes(usage.usedBytes)}
            title={t('top.storage.quota', {
              used: formatBytes(usage.usedBytes),
              quota: formatBytes(usage.quotaBytes),
            })}
          />
        )}
        {bridge === null ? null : (
          <Chip
            label={t('top.bridge')}
            value={tNamed('bridge', bridge.state)}
            title={bridge.reason === '' ? t('top.bridge.hint') : bridge.reason}
          />
        )}
        {boot === null ? null : (
          <div
            class={boot.writer ? 'chip' : 'chip warn'}
            title={boot.writer ? t('top.writer.hint') : t('top.readOnly.hint')}
          >
            <dt>{t('top.tab')}</dt>
            <dd>{boot.writer ? t('top.writer') : t('top.readOnly')}</dd>
          </div>
        )}
      </dl>
      <button
        type="button"
        class="icon"
        aria-label={t('theme.toggle', { theme: t(`theme.${theme.value}`) })}
        title={t('theme.toggle', { theme: t(`theme.${theme.value}`) })}
        onClick={cycleTheme}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" />
          <path d="M8 1.8a6.2 6.2 0 0 1 0 12.4Z" fill="currentColor" />
        </svg>
      </button>
    </header>
  );
}
