/** What was measured: the student beside the baselines, with 95 % intervals. */
import { useId, useState } from 'preact/hooks';
import type { EnvironmentId, EvaluationReport, RateEstimate } from '../../core/contracts.ts';
import { Figure, Hash } from '../figure.tsx';
import { exact, formatRate, formatRateInterval, formatRateTick, shortId } from '../format.ts';
import { EnvironmentMark } from '../marks.tsx';
import { t, tNamed } from '../messages.ts';
import { isBusy, type WorkbenchModel } from '../model.ts';
import { Empty, Loaded, Panel } from '../panel.tsx';

type Estimate = RateEstimate & { meanReward: number };
type EnvironmentReport = NonNullable<EvaluationReport['environments'][EnvironmentId]>;

/** A point with its interval on an axis from 0 to 100 %. */
function Whisker({ name, estimate, student }: { name: string; estimate: RateEstimate; student: boolean }) {
  const [low, high] = estimate.ci95;
  const at = (rate: number) => `${(4 + 92 * Math.min(1, Math.max(0, rate))).toFixed(2)}%`;
  const label = t('evaluation.plot', {
    name,
    rate: formatRate(estimate.successRate),
    interval: formatRateInterval(estimate.ci95),
  });
  return (
    <svg class={student ? 'whisker whisker-student' : 'whisker'} height="18" role="img" aria-label={label}>
      <title>{label}</title>
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <line key={tick} class="whisker-grid" x1={at(tick)} x2={at(tick)} y1="0" y2="18" />
      ))}
      <line class="whisker-line" x1={at(low)} x2={at(high)} y1="9" y2="9" />
      <line class="whisker-line" x1={at(low)} x2={at(low)} y1="5" y2="13" />
      <line class="whisker-line" x1={at(high)} x2={at(high)} y1="5" y2="13" />
      <circle class="whisker-dot" cx={at(estimate.successRate)} cy="9" r={student ? 5 : 4} />
    </svg>
  );
}

function EstimateRow({ name, estimate, student }: { name: string; estimate: Estimate; student: boolean }) {
  return (
    <tr class={student ? 'student' : ''}>
      <th scope="row" class="ellipsis" title={name}>
        {name}
      </th>
      <td class="right">
        <Figure value={estimate.successRate} kind="rate" />
      </td>
      <td class="right num" title={estimate.ci95.map((end) => exact(end)).join(' – ')}>
        {formatRateInterval(estimate.ci95)}
      </td>
      <td class="whisker-cell">
        <Whisker name={name} estimate={estimate} student={student} />
      </td>
      <td class="right">
        <Figure value={estimate.meanReward} />
      </td>
    </tr>
  );
}

function EnvironmentTable({ id, report }: { id: EnvironmentId; report: EnvironmentReport }) {
  const rows = [
    { name: t('evaluation.student'), estimate: report.student, student: true },
    ...Object.entries(report.baselines).map(([name, estimate]) => ({
      name: tNamed('baseline', name),
      estimate,
      student: false,
    })),
  ].sort((a, b) => b.estimate.successRate - a.estimate.successRate);
  const families = Object.entries(report.byFamily).sort(([, a], [, b]) => b.successRate - a.successRate);
  return (
    <div class="evaluation-environment">
      <p class="evaluation-head">
        <EnvironmentMark environment={id} />
        <span class="num">{t('evaluation.tasks', { count: report.tasks })}</span>
        <span class="num">{t('evaluation.clusters', { count: report.clusters })}</span>
      </p>
      <table class="table evaluation-table">
        <thead>
          <tr>
            <th>{t('evaluation.policy')}</th>
            <th class="right">{t('evaluation.success')}</th>
            <th class="right">{t('evaluation.interval')}</th>
            <th class="whisker-cell">
              <span class="scale" aria-hidden="true">
                <span>{formatRateTick(0)}</span>
                <span>{formatRateTick(1)}</span>
              </span>
            </th>
            <th class="right">{t('evaluation.reward')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <EstimateRow key={row.name} {...row} />
          ))}
        </tbody>
      </table>
      {families.length === 0 ? null : (
        <>
          <h3>{t('evaluation.family')}</h3>
          <ul class="families">
            {families.map(([name, family]) => (
              <li key={name} title={t('evaluation.tasks', { count: family.tasks })}>
                <span class="ellipsis">{name}</span>
                <span class="family-bar" aria-hidden="true">
                  <span class={`env-fill-${id}`} style={{ width: `${family.successRate * 100}%` }} />
                </span>
                <Figure value={family.successRate} kind="rate" />
              </li>
            ))}
          </ul>
        </>
      )}
      {Object.keys(report.notes).length === 0 ? null : (
        <dl class="facts">
          {Object.entries(report.notes).map(([name, value]) => (
            <div class="fact" key={name}>
              <dt>{tNamed('note', name)}</dt>
              <dd>
                <Figure value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Reports({ reports }: { reports: readonly EvaluationReport[] }) {
  const id = useId();
  const newest = reports.length - 1;
  // Held-out figures are the claim; without a choice they are shown first.
  const claim = reports.findLastIndex((report) => report.split === 'heldout');
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? (claim >= 0 ? claim : newest);
  const report = reports[index];
  if (!report) return null;
  const environments = Object.entries(report.environments) as [
    EnvironmentId,
    EnvironmentReport | undefined,
  ][];
  return (
    <>
      <div class="filters evaluation-choice">
        <div class="filter">
          <label for={id}>{t('evaluation.report')}</label>
          <select id={id} value={index} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {reports.map((one, number) => (
              <option key={`${one.checkpointId}-${number}`} value={number}>
                {t('evaluation.report.option', {
                  split: tNamed('split', one.split),
                  id: shortId(one.checkpointId),
                  number: number + 1,
                })}
              </option>
            ))}
          </select>
        </div>
        <p class="hint num">
          {t('evaluation.seed')} {report.seed} · {t('evaluation.digest')}{' '}
          {report.digest === null ? t('app.none') : <Hash of={report.digest} />} · {t('evaluation.took')}{' '}
          <Figure value={report.seconds} kind="duration" />
        </p>
      </div>
      {environments.map(([name, environment]) =>
        environment === undefined ? null : <EnvironmentTable key={name} id={name} report={environment} />,
      )}
    </>
  );
}

/** The evaluation panel. */
export function EvaluationPanel({ model }: { model: WorkbenchModel }) {
  const view = model.view.value.status === 'ready' ? model.view.value.value : null;
  const idle = model.writer.value && model.runningId.value === null && !model.evaluating.value;
  return (
    <Panel
      title={t('evaluation.title')}
      area="evaluation"
      actions={
        view === null ? null : (
          <>
            {model.evaluating.value ? (
              <span class="hint" role="status">
                <span class="spinner" aria-hidden="true" /> {t('evaluation.running')}
              </span>
            ) : null}
            <button
              type="button"
              disabled={!idle || isBusy(view.state)}
              onClick={() => void model.evaluate(view.record.campaignId, 'validation')}
            >
              {t('evaluation.run.validation')}
            </button>
            <button
              type="button"
              disabled={!idle || view.snapshot.mode !== 'completed'}
              title={t('evaluation.run.heldout.hint')}
              onClick={() => void model.evaluate(view.record.campaignId, 'heldout')}
            >
              {t('evaluation.run.heldout')}
            </button>
          </>
        )
      }
    >
      <Loaded of={model.view.value} retry={() => void model.reloadView()}>
        {(shown) =>
          shown === null || shown.reports.length === 0 ? (
            <Empty text={t('evaluation.empty')} />
          ) : (
            <Reports key={shown.record.campaignId} reports={shown.reports} />
          )
        }
      </Loaded>
    </Panel>
  );
}
