/** The four lanes: how many episodes each holds, and the newest of them. */
import { Lane } from '../../core/contracts.ts';
import { Figure } from '../figure.tsx';
import { formatCount } from '../format.ts';
import { Glyph } from '../glyph.tsx';
import { LANE_GLYPHS } from '../marks.tsx';
import { t } from '../messages.ts';
import type { WorkbenchModel } from '../model.ts';
import { Empty, Loaded, Panel, revealPanel } from '../panel.tsx';
import { episodeHash } from '../route.ts';

/** The lanes panel. */
export function LanesPanel({ model }: { model: WorkbenchModel }) {
  return (
    <Panel title={t('lanes.title')} area="lanes">
      <Loaded of={model.lanes.value} retry={() => void model.reloadLanes()}>
        {(pages) =>
          Lane.options.every((lane) => pages[lane].total === 0) ? (
            <Empty text={t('lanes.empty')} />
          ) : (
            <div class="lanes">
              {Lane.options.map((lane) => (
                <section key={lane} class={`lane lane-${lane}`} aria-label={t(`lane.${lane}`)}>
                  <h3 title={t(`lane.${lane}.hint`)}>
                    <Glyph name={LANE_GLYPHS[lane]} />
                    {t(`lane.${lane}`)}
                  </h3>
                  <p class="lane-count num">{formatCount(pages[lane].total)}</p>
                  <p class="hint">{t(`lane.${lane}.hint`)}</p>
                  {pages[lane].total > 0 ? <p class="hint">{t('lanes.columns')}</p> : null}
                  <ul>
                    {pages[lane].rows.map((row) => (
                      <li key={row.episodeId}>
                        <a href={episodeHash(row.campaignId, row.episodeId)} title={row.taskId}>
                          <span class="ellipsis">{row.taskFamily}</span>
                          <Figure value={row.terminalReward} />
                        </a>
                      </li>
                    ))}
                  </ul>
                  {pages[lane].total > 0 ? (
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => {
                        model.setFilter({ lane });
                        revealPanel('episodes');
                      }}
                    >
                      {t('lanes.all')}
                    </button>
                  ) : null}
                </section>
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
