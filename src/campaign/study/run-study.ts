/** Runs a study's campaigns one after the other; one that has run before is opened and not run again. */
import type { CampaignView, WorkbenchApi } from '../../../workers/learner.protocol.ts';
import type { JournalEntry } from '../../core/campaign-store.ts';
import type { PerTaskResults } from '../../core/contracts.ts';
import type { ArmName, PlannedCampaign, StudyPlan } from './arms.ts';

/** What a study needs of a workbench. */
export type StudyWorkbench = Pick<WorkbenchApi, 'createCampaign' | 'run' | 'campaign'>;

/** A completed campaign of a study and its results on held-out tasks. */
export interface StudyCampaign {
  arm: ArmName;
  fold: number;
  campaignId: string;
  /** The checkpoint that was scored. */
  checkpointId: string;
  /** Hash of the event that completed the campaign. */
  digest: string;
  /** Time its runs took by its journal; of a run that was cut off there is none. */
  seconds: number;
  results: PerTaskResults;
}

/** A campaign of a study that gave no result. */
export interface StudyFailure {
  arm: ArmName;
  fold: number;
  reason: string;
}

/** What a study has brought. */
export interface StudyRecords {
  campaigns: StudyCampaign[];
  failures: StudyFailure[];
}

/** What a study tells while it works; `index` counts from 0. */
export interface StudyListener {
  started(planned: PlannedCampaign, index: number, total: number): void;
  completed(campaign: StudyCampaign): void;
  failed(failure: StudyFailure): void;
}

/** Runs every campaign of the plan. A campaign that fails is recorded, and the others go on. */
export async function runStudy(
  { campaigns: plan }: StudyPlan,
  workbench: StudyWorkbench,
  listener: StudyListener,
): Promise<StudyRecords> {
  const records: StudyRecords = { campaigns: [], failures: [] };
  for (const [index, planned] of plan.entries()) {
    listener.started(planned, index, plan.length);
    const { arm, fold } = planned;
    try {
      const campaign = await runCampaign(planned, workbench);
      records.campaigns.push(campaign);
      listener.completed(campaign);
    } catch (error) {
      const failure = { arm, fold, reason: error instanceof Error ? error.message : String(error) };
      records.failures.push(failure);
      listener.failed(failure);
    }
  }
  return records;
}

/** @throws Error with the reason when the campaign does not come to a result. */
async function runCampaign(
  { arm, fold, config }: PlannedCampaign,
  workbench: StudyWorkbench,
): Promise<StudyCampaign> {
  const campaignId = await workbench.createCampaign(config);
  const state = await workbench.run(campaignId);
  const view = await workbench.campaign(campaignId);
  if (state !== 'completed') {
    const end = view.journal.findLast(({ kind }) => kind === 'run.ended');
    throw new Error(`campaign ${campaignId} ended as ${end?.detail ?? state}`);
  }
  return { arm, fold, campaignId, ...closingResults(view), seconds: secondsAtWork(view.journal) };
}

/**
 * What the campaign itself scored before it was completed. Later choices by hand and evaluations
 * of other checkpoints do not count.
 */
function closingResults({ record, events, reports }: CampaignView) {
  const completed = events.find(({ payload }) => payload.kind === 'campaign.completed');
  // Held-out tasks are refused until the end, so the first report on them is the closing one.
  const report = reports.find(({ split }) => split === 'heldout');
  const results = report?.environments.shell?.perTask;
  if (!completed || !report || !results) {
    throw new Error(
      `campaign ${record.campaignId} is completed and has no held-out results by task; delete it and run the study again`,
    );
  }
  return { checkpointId: report.checkpointId, digest: completed.hash, results };
}

/** Seconds between the begin and the end of every run that ended. */
function secondsAtWork(journal: readonly JournalEntry[]): number {
  let total = 0;
  let startedAt: number | null = null;
  for (const { kind, at } of journal) {
    if (kind === 'run.started') startedAt = Date.parse(at);
    if (kind !== 'run.ended' || startedAt === null) continue;
    total += (Date.parse(at) - startedAt) / 1000;
    startedAt = null;
  }
  return total;
}
