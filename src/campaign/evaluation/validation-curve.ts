/** A campaign's evaluations on validation tasks, in order, with what had been sampled before each. */
import type { CampaignView } from '../../../workers/learner.protocol.ts';
import type { EvaluatedRun } from './document.ts';

/** Until the campaign was completed: what is scored by hand later is no part of its learning. */
export function validationCurve({
  events,
  metrics,
  reports,
}: Pick<CampaignView, 'events' | 'metrics' | 'reports'>): EvaluatedRun['curve'] {
  const end = events.findIndex(({ payload }) => payload.kind === 'campaign.completed');
  const epochs = (end < 0 ? events : events.slice(0, end)).flatMap(({ payload }) =>
    payload.kind === 'evaluation.completed' && payload.split === 'validation' ? [payload.epoch] : [],
  );
  // Each of these events brought one report, and reports are in the order of their events.
  const validations = reports.filter(({ split }) => split === 'validation');
  return epochs.flatMap((epoch, i) => {
    const row = metrics.find(
      (own) => own.epoch === epoch && Object.keys(own.values).some((name) => name.startsWith('eval/')),
    );
    const steps = row?.values['time/total_timesteps'];
    const report = validations[i];
    return steps === undefined || report === undefined ? [] : [{ steps, report }];
  });
}
