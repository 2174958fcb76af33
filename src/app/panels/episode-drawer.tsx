/** One episode, step by step: what it saw, what it could do, what it did, what really came of it. */
import { useState } from 'preact/hooks';
import type { Episode, TrajectoryStep } from '../../core/contracts.ts';
import { Drawer } from '../drawer.tsx';
import { Figure, Hash } from '../figure.tsx';
import { exact, formatNumber, formatRate } from '../format.ts';
import { Glyph } from '../glyph.tsx';
import { ComparedMark, EnvironmentMark, LaneMark, OutcomeMark } from '../marks.tsx';
import { t } from '../messages.ts';
import type { WorkbenchModel } from '../model.ts';
import { Loaded } from '../panel.tsx';
import { campaignHash } from '../route.ts';
import { DiffView, Terminal } from '../terminal.tsx';

const CANDIDATES_SHOWN = 10;

/** The protocol's object, indented when it is JSON. */
function pretty(emitted: string): string {
  try {
    return JSON.stringify(JSON.parse(emitted), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return emitted;
    throw error;
  }
}

function Candidates({ step }: { step: TrajectoryStep }) {
  const [all, setAll] = useState(false);
  const { candidates } = step.observation;
  const scripted = step.probabilities.length === 0;
  const rows = candidates
    .map((candidate, index) => ({
      candidate,
      index,
      probability: step.probabilities[index] ?? null,
      chosen: index === step.action,
      acceptable: step.acceptable?.includes(index) ?? false,
    }))
    .sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0) || a.index - b.index);
  // The chosen and the acceptable ones are never hidden by the cut.
  const shown = all
    ? rows
    : rows.filter((row, place) => place < CANDIDATES_SHOWN || row.chosen || row.acceptable);
  return (
    <section>
      <h3>{t('episode.candidates')}</h3>
      <p class="hint">{scripted ? t('episode.candidates.scripted') : t('episode.candidates.hint')}</p>
      <ol class="candidates">
        {shown.map(({ candidate, index, probability, chosen, acceptable }) => (
          <li
            key={candidate.key}
            class={chosen ? 'candidate candidate-chosen' : 'candidate'}
            data-index={index}
          >
            <span class="candidate-marks">
              {chosen ? <Glyph name="chosen" label={t('episode.chosen')} /> : null}
              {acceptable ? <Glyph name="acceptable" label={t('episode.acceptable')} /> : null}
            </span>
            <span class={`verb verb-${candidate.verb}`}>{candidate.verb}</span>
            <span class="candidate-label ellipsis" title={candidate.label}>
              {candidate.label}
            </span>
            <span class="candidate-bar" aria-hidden="true">
              <span style={{ width: `${(probability ?? 0) * 100}%` }} />
            </span>
            <span class="num right" title={exact(probability)}>
              {formatRate(probability)}
            </span>
          </li>
        ))}
      </ol>
      {rows.length > CANDIDATES_SHOWN ? (
        <button type="button" class="quiet" onClick={() => setAll(!all)}>
          {all
            ? t('episode.candidates.fewer', { shown: CANDIDATES_SHOWN })
            : t('episode.candidates.more', { total: rows.length })}
        </button>
      ) : null}
    </section>
  );
}

function Step({ step }: { step: TrajectoryStep }) {
  const { result } = step;
  return (
    <>
      <section>
        <h3>
          {t('episode.action')}{' '}
          <span class={`status status-${result.status}`}>{t(`status.${result.status}`)}</span>
        </h3>
        <pre class="json emitted">{pretty(result.emitted)}</pre>
        <dl class="facts facts-inline">
          <dt>{t('episode.value')}</dt>
          <dd>
            <Figure value={step.value} />
          </dd>
          <dt>{t('episode.logProbability')}</dt>
          <dd>
            <Figure value={step.logProbability} />
          </dd>
          <dt>{t('episode.progress')}</dt>
          <dd>{result.progress ? t('app.yes') : t('app.no')}</dd>
        </dl>
      </section>
      {result.diff === null ? null : (
        <section>
          <h3>{t('episode.diff')}</h3>
          <DiffView diff={result.diff} />
        </section>
      )}
      <section>
        <h3>{t('episode.output')}</h3>
        <Terminal output={result.output} />
      </section>
      <Candidates step={step} />
      <details>
        <summary>{t('episode.state')}</summary>
        <dl class="facts facts-wide saw">
          {(['seen', 'trace', 'errors'] as const).map((name) => (
            <div class="fact" key={name}>
              <dt>{t(`field.${name}`)}</dt>
              <dd>
                <pre>{step.observation.fields[name] || t('app.none')}</pre>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Summary({ episode }: { episode: Episode }) {
  const { comparison, teacherSignal } = episode;
  return (
    <section class="summary">
      <p class="row summary-marks">
        <OutcomeMark outcome={episode.outcome} />
        <EnvironmentMark environment={episode.environment} />
        <span class="muted">{t(`purpose.${episode.purpose}`)}</span>
        {episode.lane === null ? null : <LaneMark lane={episode.lane} />}
        {comparison === null ? null : (
          <>
            <ComparedMark outcome={comparison.relativeOutcome ?? 'failed'} />
            <span class="num muted" title={comparison.reason}>
              {t('episode.comparison.rewards', {
                candidate: formatNumber(comparison.candidateReward),
                reference: formatNumber(comparison.referenceReward),
              })}
            </span>
          </>
        )}
      </p>
      <p>{episode.trajectory[0]?.observation.fields.goal ?? ''}</p>
      <dl class="facts facts-columns">
        <dt>{t('episode.terminalReward')}</dt>
        <dd>
          <Figure value={episode.terminalReward} />
        </dd>
        <dt>{t('episode.reward')}</dt>
        <dd>
          <Figure value={episode.reward} />
        </dd>
        <dt>{t('episode.stopReason')}</dt>
        <dd>{t(`stop.${episode.stopReason}`)}</dd>
        <dt>{t('episode.behaviour')}</dt>
        <dd>{t(`behaviour.${episode.behaviour}`)}</dd>
        <dt>{t('episode.checkpoint')}</dt>
        <dd>
          <Hash of={episode.checkpointId} />
        </dd>
        <dt>{t('episode.seed')}</dt>
        <dd class="num">{episode.seed}</dd>
      </dl>
      {episode.safetyViolation === null ? null : (
        <p class="notice warn">
          <strong>{t('episode.safety')}</strong> {episode.safetyViolation}
        </p>
      )}
      {episode.infrastructureFailure === null ? null : (
        <p class="notice warn">
          <strong>{t('episode.infrastructure')}</strong> {episode.infrastructureFailure}
        </p>
      )}
      {Object.keys(episode.evidence).length === 0 ? null : (
        <details>
          <summary>{t('episode.evidence')}</summary>
          <dl class="facts facts-wide">
            {Object.entries(episode.evidence).map(([name, value]) => (
              <div class="fact" key={name}>
                <dt>{name}</dt>
                <dd>
                  {typeof value === 'number' ? <Figure value={value} /> : String(value ?? t('app.none'))}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {teacherSignal === null ? null : (
        <p>
          <strong>{t('episode.teacher')}</strong> {teacherSignal.critique}
        </p>
      )}
    </section>
  );
}

function Contents({ episode, at, onMove }: { episode: Episode; at: number; onMove: (to: number) => void }) {
  const count = episode.trajectory.length;
  const step = episode.trajectory[at];
  return (
    <>
      <Summary episode={episode} />
      {step === undefined ? (
        <p class="state state-empty">{t('episode.noSteps')}</p>
      ) : (
        <>
          <nav class="stepper" aria-label={t('episode.steps')}>
            <button
              type="button"
              class="icon"
              aria-label={t('episode.previous')}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
            >
              ‹
            </button>
            <ol>
              {episode.trajectory.map((one, index) => {
                const verb = one.observation.candidates[one.action]?.verb ?? '';
                return (
                  <li key={`${index}`}>
                    <button
                      type="button"
                      class={`step-button verb-${verb}`}
                      aria-current={index === at ? 'step' : undefined}
                      aria-label={t('episode.stepButton', { step: index + 1, verb })}
                      onClick={() => onMove(index)}
                    >
                      <span class="num">{index + 1}</span> {verb}
                    </button>
                  </li>
                );
              })}
            </ol>
            <button
              type="button"
              class="icon"
              aria-label={t('episode.next')}
              disabled={at === count - 1}
              onClick={() => onMove(at + 1)}
            >
              ›
            </button>
          </nav>
          <p class="hint" aria-live="polite">
            {t('episode.step', { step: at + 1, count })} · {t('episode.keys')}
          </p>
          <Step key={at} step={step} />
        </>
      )}
    </>
  );
}

/** The drawer of an episode. */
export function EpisodeDrawer({ model, episodeId }: { model: WorkbenchModel; episodeId: string }) {
  // Another episode begins at its first step.
  const [place, setPlace] = useState({ episodeId, at: 0 });
  const at = place.episodeId === episodeId ? place.at : 0;
  const loaded = model.episode.value;
  const episode = loaded.status === 'ready' && loaded.value.episodeId === episodeId ? loaded.value : null;
  const last = Math.max(0, (episode?.trajectory.length ?? 1) - 1);
  const move = (to: number) => setPlace({ episodeId, at: Math.max(0, Math.min(last, to)) });
  return (
    <Drawer
      title={episode?.taskId ?? t('episode.title')}
      name={episodeId}
      onClose={() => model.navigate(campaignHash(model.route.value.campaignId ?? ''))}
      onKey={(key) => {
        if (key === 'ArrowLeft') move(at - 1);
        else if (key === 'ArrowRight') move(at + 1);
        else if (key === 'Home') move(0);
        else if (key === 'End') move(last);
        else return false;
        return true;
      }}
    >
      <Loaded of={loaded} retry={() => model.routeChanged(location.hash)}>
        {(value) => <Contents episode={value} at={Math.min(at, last)} onMove={move} />}
      </Loaded>
    </Drawer>
  );
}
