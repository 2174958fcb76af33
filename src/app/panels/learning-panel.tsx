/** Live charts of how the student learns, with a plain sentence beside each. */
import { useMemo } from 'preact/hooks';
import type { CampaignView } from '../../../workers/learner.protocol.ts';
import type { MetricRow } from '../../core/campaign-store.ts';
import { Chart, type ChartReference, type ChartSeries } from '../chart.tsx';
import { formatCount, formatRate, formatRateTick } from '../format.ts';
import {
  alignColumns,
  baselineLevels,
  type MetricName,
  metricForms,
  metricKeys,
} from '../learning-series.ts';
import { type MessageKey, t, tNamed } from '../messages.ts';
import { isBusy, type WorkbenchModel } from '../model.ts';
import { Empty, Loaded, Panel } from '../panel.tsx';

const DIAGNOSTICS = [
  'approx_kl',
  'clip_fraction',
  'entropy_loss',
  'explained_variance',
  'value_loss',
  'policy_gradient_loss',
  'distill_loss',
  'grad_norm',
] as const;

/** Of the scripted baselines, the best per environment: the one to beat. */
const SCRIPTED = ['operator-prior-x-infection8'] as const;

const OUTCOMES = ['failed', 'worse', 'same', 'better'] as const;

/** Colour of a form of a metric: its environment's, or of the only one. */
function colourOf(form: MetricName, environments: readonly string[]): string {
  const id = form.environment ?? (environments.length === 1 ? environments[0] : null);
  return id ? `--env-${id}` : '--ink';
}

function labelOf(form: MetricName, environments: readonly string[]): string {
  return tNamed(
    'environment',
    form.environment ?? (environments.length === 1 ? (environments[0] ?? 'all') : 'all'),
  );
}

/** What every chart of a campaign is made from. */
interface Source {
  rows: readonly MetricRow[];
  keys: ReadonlySet<string>;
  rounds: number;
  environments: readonly string[];
}

interface Curves {
  x: number[];
  series: ChartSeries[];
}

function curves(source: Source, name: string): Curves {
  const { environments } = source;
  const forms = metricForms(source.keys, name);
  const { x, columns } = alignColumns(source.rows, forms, source.rounds);
  return {
    x,
    series: forms.map((form, index) => ({
      label: labelOf(form, environments),
      colour: colourOf(form, environments),
      mark: 'line',
      values: columns[index] ?? [],
    })),
  };
}

function successCurves(source: Source): Curves {
  const { environments } = source;
  const train = metricForms(source.keys, 'rollout/success_rate');
  const validation = metricForms(source.keys, 'eval/success_rate');
  const forms = [...train, ...validation];
  const { x, columns } = alignColumns(source.rows, forms, source.rounds);
  const several = environments.length > 1;
  return {
    x,
    series: forms.map((form, index) => {
      const part = index < train.length ? t('chart.success.train') : t('chart.success.validation');
      return {
        label: several ? `${labelOf(form, environments)} ${part}` : part,
        colour: colourOf(form, environments),
        mark: index < train.length ? 'line' : 'points',
        values: columns[index] ?? [],
      };
    }),
  };
}

function successReferences({ rows, environments }: Source): ChartReference[] {
  const several = environments.length > 1;
  return baselineLevels(rows, SCRIPTED).map(({ name, environment, successRate }) => {
    const baseline = tNamed('baseline', name);
    return {
      label: several
        ? t('chart.success.baseline', { environment: tNamed('environment', environment), name: baseline })
        : baseline,
      short: tNamed('level', name),
      colour: several ? `--env-${environment}` : '--ink-muted',
      value: successRate,
    };
  });
}

function comparisonBars(rows: readonly MetricRow[]): Curves {
  const names = OUTCOMES.map((outcome) => ({ name: `compare/${outcome}`, environment: null }));
  const epochs = rows.filter((row) => row.round === null);
  const { x, columns } = alignColumns(epochs, names, 1);
  return {
    x,
    series: OUTCOMES.map((outcome, index) => ({
      label: t(`outcome.${outcome}`),
      colour: `--outcome-${outcome}`,
      mark: 'bars',
      glyph: outcome,
      values: columns[index] ?? [],
    })),
  };
}

function Charts({ view }: { view: CampaignView }) {
  const { metrics } = view;
  const { config } = view.record;
  const drawn = useMemo(() => {
    const source: Source = {
      rows: metrics,
      keys: metricKeys(metrics),
      rounds: config.roundsPerEpoch,
      environments: Object.keys(config.environments),
    };
    const of = (name: string) => curves(source, name);
    return {
      reward: of('rollout/ep_rew_mean'),
      success: { ...successCurves(source), references: successReferences(source) },
      compare: comparisonBars(metrics),
      diagnostics: DIAGNOSTICS.map((name) => ({ name, ...of(`train/${name}`) })),
    };
  }, [metrics, config]);
  return (
    <>
      <div class="charts-main">
        <Chart
          title={t('chart.success')}
          hint={t('chart.success.hint')}
          height={168}
          range={[0, 1]}
          format={formatRate}
          tick={formatRateTick}
          {...drawn.success}
        />
        <Chart title={t('chart.reward')} hint={t('chart.reward.hint')} height={168} {...drawn.reward} />
        <Chart
          title={t('chart.compare')}
          hint={t('chart.compare.hint')}
          height={168}
          format={formatCount}
          {...drawn.compare}
        />
      </div>
      <div class="charts-head">
        <h3>{t('learning.diagnostics')}</h3>
        <p class="hint">{t('learning.diagnostics.hint')}</p>
      </div>
      <div class="charts-small">
        {drawn.diagnostics.map(({ name, x, series }) => (
          <Chart
            key={name}
            compact
            title={t(`chart.${name}`)}
            hint={t(`chart.${name}.hint` as MessageKey)}
            height={84}
            x={x}
            series={series}
          />
        ))}
      </div>
    </>
  );
}

/** The learning panel. */
export function LearningPanel({ model }: { model: WorkbenchModel }) {
  return (
    <Panel title={t('learning.title')} area="learning">
      <Loaded of={model.view.value} retry={() => void model.reloadView()}>
        {(view) =>
          view === null || view.metrics.length === 0 ? (
            <Empty text={view !== null && isBusy(view.state) ? t('learning.waiting') : t('learning.empty')} />
          ) : (
            <Charts view={view} />
          )
        }
      </Loaded>
    </Panel>
  );
}
