/** The page: rail, top bar, panels and drawer, over one model. */
import { Glyph } from './glyph.tsx';
import { t } from './messages.ts';
import type { WorkbenchModel } from './model.ts';
import { CampaignForm } from './panels/campaign-form.tsx';
import { CampaignPanel } from './panels/campaign-panel.tsx';
import { DataPanel } from './panels/data-panel.tsx';
import { EpisodeDrawer } from './panels/episode-drawer.tsx';
import { EpisodesPanel } from './panels/episodes-panel.tsx';
import { EpochDrawer } from './panels/epoch-drawer.tsx';
import { EvaluationPanel } from './panels/evaluation-panel.tsx';
import { LanesPanel } from './panels/lanes-panel.tsx';
import { LearningPanel } from './panels/learning-panel.tsx';
import { LineagePanel } from './panels/lineage-panel.tsx';
import { ImportButton, Rail, RunDemoButton } from './panels/rail.tsx';
import { TopBar } from './panels/top-bar.tsx';

function PauseRun({ model, campaignId }: { model: WorkbenchModel; campaignId: string }) {
  return (
    <button type="button" disabled={!model.writer.value} onClick={() => void model.pause(campaignId)}>
      <Glyph name="paused" />
      {t('campaign.pause')}
    </button>
  );
}

function Banners({ model }: { model: WorkbenchModel }) {
  return (
    <div class="banners">
      {model.banners.value.map((banner) => (
        <div
          key={banner.id}
          class={`banner banner-${banner.kind}`}
          role={banner.kind === 'error' ? 'alert' : 'status'}
        >
          {banner.campaignId === null ? (
            <Glyph
              name={banner.kind === 'error' ? 'failed' : 'completed'}
              label={t(`banner.${banner.kind}`)}
            />
          ) : (
            <Glyph name="running" label={t('state.running')} />
          )}
          <p>{banner.text}</p>
          {banner.campaignId === null ? null : <PauseRun model={model} campaignId={banner.campaignId} />}
          <button type="button" class="quiet" onClick={() => model.dismiss(banner.id)}>
            {t('app.dismiss')}
          </button>
        </div>
      ))}
    </div>
  );
}

/** What someone sees who has no campaign yet. */
function Hero({ model }: { model: WorkbenchModel }) {
  return (
    <section class="hero" aria-labelledby="hero-title">
      <h1 id="hero-title">{t('hero.title')}</h1>
      <p>{t('hero.text')}</p>
      <div class="row">
        <RunDemoButton model={model} big />
        <ImportButton model={model} />
      </div>
      <ul>
        <li>{t('hero.point.local')}</li>
        <li>{t('hero.point.kept')}</li>
        <li>{t('hero.point.exact')}</li>
      </ul>
      <details>
        <summary>{t('campaign.new')}</summary>
        <CampaignForm model={model} />
      </details>
    </section>
  );
}

function Panels({ model }: { model: WorkbenchModel }) {
  if (model.route.value.form) {
    return (
      <div class="grid grid-form">
        <CampaignPanel model={model} />
      </div>
    );
  }
  return (
    <div class="grid">
      <CampaignPanel model={model} />
      <LearningPanel model={model} />
      <LineagePanel model={model} />
      <LanesPanel model={model} />
      <EvaluationPanel model={model} />
      <EpisodesPanel model={model} />
      <DataPanel model={model} />
    </div>
  );
}

function Main({ model }: { model: WorkbenchModel }) {
  const boot = model.boot.value;
  if (boot.status === 'loading') {
    return (
      <div class="state state-loading state-page" role="status">
        <span class="spinner" aria-hidden="true" />
        {t('app.loading')}
      </div>
    );
  }
  if (boot.status === 'error') {
    return (
      <div class="state state-error state-page" role="alert">
        <h1>{t('app.boot.failed')}</h1>
        <p>{boot.message}</p>
        <p>{t('app.boot.remedy')}</p>
        <button type="button" class="primary" onClick={() => location.reload()}>
          {t('app.reload')}
        </button>
      </div>
    );
  }
  const campaigns = model.campaigns.value;
  const none = campaigns.status === 'ready' && campaigns.value.length === 0;
  if (none && !model.route.value.form) return <Hero model={model} />;
  return <Panels model={model} />;
}

/** Keeps the drawer's kind apart from the panels, so that opening it redraws only itself. */
function OpenDrawer({ model }: { model: WorkbenchModel }) {
  const { drawer } = model.route.value;
  if (drawer === null) return null;
  return drawer.kind === 'episode' ? (
    <EpisodeDrawer model={model} episodeId={drawer.episodeId} />
  ) : (
    <EpochDrawer model={model} checkpointId={drawer.checkpointId} />
  );
}

/** The whole page. */
export function App({ model }: { model: WorkbenchModel }) {
  return (
    <div class="app">
      <button type="button" class="skip" onClick={() => document.getElementById('panels')?.focus()}>
        {t('app.skip')}
      </button>
      <Rail model={model} />
      <TopBar model={model} />
      <main id="panels" tabIndex={-1}>
        <Banners model={model} />
        <Main model={model} />
      </main>
      <OpenDrawer model={model} />
    </div>
  );
}
