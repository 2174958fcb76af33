/** What is stored, and how to take it out, bring it in or remove it. */
import { useId, useState } from 'preact/hooks';
import type { CampaignView } from '../../../workers/learner.protocol.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Figure } from '../figure.tsx';
import { shortId } from '../format.ts';
import { Glyph } from '../glyph.tsx';
import { t } from '../messages.ts';
import { isBusy, type WorkbenchModel } from '../model.ts';
import { Loaded, Panel } from '../panel.tsx';
import { titleOf } from './epoch-drawer.tsx';
import { ImportButton } from './rail.tsx';

function CampaignData({ model, view }: { model: WorkbenchModel; view: CampaignView }) {
  const id = useId();
  const { campaignId, config } = view.record;
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const checkpointId = chosen ?? view.snapshot.pointers.active;
  const bytes = view.checkpoints.reduce((sum, checkpoint) => sum + checkpoint.byteLength, 0);
  const { pointers } = view.snapshot;
  return (
    <div class="data-group">
      <p class="num">
        {t('data.checkpoints', { count: view.checkpoints.length })} · <Figure value={bytes} kind="bytes" />
      </p>
      <div class="row">
        <label class="visually-hidden" for={id}>
          {t('data.export.which')}
        </label>
        <select
          id={id}
          class="grow"
          value={checkpointId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {view.checkpoints.toReversed().map((checkpoint) => {
            const names = (['active', 'pre_update_ref', 'last_stable'] as const)
              .filter((name) => pointers[name] === checkpoint.checkpointId)
              .map((name) => ` · ${t(`lineage.${name}`)}`);
            return (
              <option key={checkpoint.checkpointId} value={checkpoint.checkpointId}>
                {`${titleOf(checkpoint)} · ${shortId(checkpoint.checkpointId)}${names.join('')}`}
              </option>
            );
          })}
        </select>
        <button type="button" onClick={() => void model.exportCheckpoint(campaignId, checkpointId)}>
          <Glyph name="export" />
          {t('data.export')}
        </button>
      </div>
      <div class="row">
        <button
          type="button"
          class="quiet danger"
          disabled={!model.writer.value || isBusy(view.state)}
          onClick={() => setAsking(true)}
        >
          {t('data.delete')}
        </button>
      </div>
      {asking ? (
        <ConfirmDialog
          title={t('campaign.delete.title', { name: config.name })}
          text={t('campaign.delete.text')}
          confirm={t('campaign.delete.confirm')}
          onClose={(confirmed) => {
            setAsking(false);
            if (confirmed) void model.remove(campaignId);
          }}
        />
      ) : null}
    </div>
  );
}

/** The data panel. */
export function DataPanel({ model }: { model: WorkbenchModel }) {
  const boot = model.boot.value.status === 'ready' ? model.boot.value.value : null;
  return (
    <Panel title={t('data.title')} area="data">
      <Loaded of={model.usage.value}>
        {({ usedBytes, quotaBytes }) => (
          <div class="data-group">
            <dl class="facts">
              <dt>{t('data.used')}</dt>
              <dd>
                <Figure value={usedBytes} kind="bytes" />
              </dd>
              <dt>{t('data.quota')}</dt>
              <dd>
                <Figure value={quotaBytes} kind="bytes" />
              </dd>
              <dt>{t('data.persisted')}</dt>
              <dd>{boot?.persisted ? t('app.yes') : t('data.persisted.no')}</dd>
            </dl>
            <div class="bar bar-thin" aria-hidden="true">
              <span
                style={{ width: `${quotaBytes > 0 ? Math.min(100, (usedBytes / quotaBytes) * 100) : 0}%` }}
              />
            </div>
          </div>
        )}
      </Loaded>
      <Loaded of={model.view.value} retry={() => void model.reloadView()}>
        {(view) =>
          view === null ? (
            <p class="hint">{t('data.empty')}</p>
          ) : (
            <CampaignData key={view.record.campaignId} model={model} view={view} />
          )
        }
      </Loaded>
      <div class="data-group">
        <div class="row">
          <ImportButton model={model} />
        </div>
        <p class="hint">{t('data.import.hint')}</p>
      </div>
    </Panel>
  );
}
