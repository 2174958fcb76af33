/** The list of episodes, with filters and pages. */
import { useId } from 'preact/hooks';
import { EpisodePurpose, Lane, Outcome } from '../../core/contracts.ts';
import { Figure } from '../figure.tsx';
import { formatCount } from '../format.ts';
import { ComparedMark, LaneMark, OutcomeMark } from '../marks.tsx';
import { t } from '../messages.ts';
import { EPISODES_PER_PAGE, type EpisodeFilter, type EpisodePage, type WorkbenchModel } from '../model.ts';
import { Empty, Loaded, Panel } from '../panel.tsx';
import { episodeHash } from '../route.ts';

function Choice<Value extends string>(props: {
  label: string;
  value: Value | undefined;
  options: readonly Value[];
  name: (value: Value) => string;
  onChange: (value: Value | undefined) => void;
}) {
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        value={props.value ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          props.onChange(props.options.find((option) => option === chosen));
        }}
      >
        <option value="">{t('episodes.filter.any')}</option>
        {props.options.map((option) => (
          <option key={option} value={option}>
            {props.name(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The filter with one member changed, or left out when undefined; back on the first page. */
function withChoice<Key extends 'purpose' | 'lane' | 'outcome' | 'epoch'>(
  filter: EpisodeFilter,
  key: Key,
  value: EpisodeFilter[Key] | undefined,
): EpisodeFilter {
  const { [key]: _replaced, offset: _offset, ...others } = filter;
  return value === undefined ? (others as EpisodeFilter) : ({ ...others, [key]: value } as EpisodeFilter);
}

function Filters({ model }: { model: WorkbenchModel }) {
  const filter = model.filter.value;
  const id = useId();
  return (
    <search class="filters">
      <Choice
        label={t('episodes.filter.purpose')}
        value={filter.purpose}
        options={EpisodePurpose.options}
        name={(value) => t(`purpose.${value}`)}
        onChange={(value) => model.setFilter(withChoice(filter, 'purpose', value))}
      />
      <Choice
        label={t('episodes.filter.lane')}
        value={filter.lane}
        options={Lane.options}
        name={(value) => t(`lane.${value}`)}
        onChange={(value) => model.setFilter(withChoice(filter, 'lane', value))}
      />
      <Choice
        label={t('episodes.filter.outcome')}
        value={filter.outcome}
        options={Outcome.options}
        name={(value) => t(`result.${value}`)}
        onChange={(value) => model.setFilter(withChoice(filter, 'outcome', value))}
      />
      <div class="filter">
        <label for={id}>{t('episodes.filter.epoch')}</label>
        <input
          id={id}
          type="number"
          min={0}
          step={1}
          placeholder={t('episodes.filter.any')}
          value={filter.epoch ?? ''}
          onChange={(event) => {
            const { valueAsNumber } = event.currentTarget;
            const epoch = Number.isInteger(valueAsNumber) && valueAsNumber >= 0 ? valueAsNumber : undefined;
            model.setFilter(withChoice(filter, 'epoch', epoch));
          }}
        />
      </div>
    </search>
  );
}

function Table({ model, page }: { model: WorkbenchModel; page: EpisodePage }) {
  const { drawer } = model.route.value;
  const openId = drawer?.kind === 'episode' ? drawer.episodeId : null;
  return (
    <div class="table-scroll">
      <table class="table episodes-table">
        <thead>
          <tr>
            <th class="right">{t('episodes.column.epoch')}</th>
            <th>{t('episodes.column.outcome')}</th>
            <th>{t('episodes.column.task')}</th>
            <th>{t('episodes.column.family')}</th>
            <th>{t('episodes.column.purpose')}</th>
            <th>{t('episodes.column.lane')}</th>
            <th class="right">{t('episodes.column.reward')}</th>
            <th class="right">{t('episodes.column.steps')}</th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => {
            const hash = episodeHash(row.campaignId, row.episodeId);
            return (
              <tr
                key={row.episodeId}
                class={openId === row.episodeId ? 'open' : ''}
                onClick={() => model.navigate(hash)}
              >
                <td class="right num">{row.epoch}</td>
                <td>
                  <OutcomeMark outcome={row.outcome} />
                </td>
                <td class="task">
                  <a
                    href={hash}
                    class={`ellipsis env-text-${row.environment}`}
                    title={row.taskId}
                    aria-label={t('episodes.open', { task: row.taskId })}
                    onClick={(event) => event.stopPropagation()}
                  >
                    {row.taskId}
                  </a>
                </td>
                <td>{row.taskFamily}</td>
                <td>{t(`purpose.${row.purpose}`)}</td>
                <td>
                  {row.lane !== null ? (
                    <LaneMark lane={row.lane} />
                  ) : row.relativeOutcome !== null ? (
                    <ComparedMark outcome={row.relativeOutcome} />
                  ) : (
                    t('app.none')
                  )}
                </td>
                <td class="right">
                  <Figure value={row.terminalReward} />
                </td>
                <td class="right num">{row.steps}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Pages({ model, page }: { model: WorkbenchModel; page: EpisodePage }) {
  const filter = model.filter.value;
  const offset = filter.offset ?? 0;
  const to = offset + page.rows.length;
  return (
    <div class="row row-end pages">
      <span class="num">
        {t('episodes.page', {
          from: formatCount(page.rows.length === 0 ? 0 : offset + 1),
          to: formatCount(to),
          total: formatCount(page.total),
        })}
      </span>
      <button
        type="button"
        disabled={offset === 0}
        onClick={() => model.setFilter({ ...filter, offset: Math.max(0, offset - EPISODES_PER_PAGE) })}
      >
        {t('episodes.previous')}
      </button>
      <button
        type="button"
        disabled={to >= page.total}
        onClick={() => model.setFilter({ ...filter, offset: offset + EPISODES_PER_PAGE })}
      >
        {t('episodes.next')}
      </button>
    </div>
  );
}

/** The episodes panel. */
export function EpisodesPanel({ model }: { model: WorkbenchModel }) {
  const filtered = Object.keys(model.filter.value).length > 0;
  return (
    <Panel title={t('episodes.title')} area="episodes" actions={<Filters model={model} />}>
      <Loaded of={model.episodes.value} retry={() => void model.reloadEpisodes()}>
        {(page) =>
          page.rows.length === 0 ? (
            <Empty text={filtered ? t('episodes.emptyFilter') : t('episodes.empty')}>
              {filtered ? (
                <button type="button" onClick={() => model.setFilter({})}>
                  {t('episodes.clear')}
                </button>
              ) : null}
            </Empty>
          ) : (
            <>
              <Table model={model} page={page} />
              <Pages model={model} page={page} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
