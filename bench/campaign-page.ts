/** The page of the campaign measurements: a real campaign, timed by what it works on and by its events. */
import { createEnvironmentProvider } from '../src/campaign/environment-provider.ts';
import { createWorkbench, type EnvironmentProvider } from '../src/campaign/workbench.ts';
import type { CampaignConfig } from '../src/core/campaign-config.ts';
import type { CampaignStore } from '../src/core/campaign-store.ts';
import { workerConnection } from '../src/environments/shell/shell-worker-connection.ts';
import { openCampaignStore } from '../src/storage/indexeddb-store.ts';
import { StudentPolicy } from '../src/student/student-policy.ts';
import { Trainer } from '../src/student/trainer.ts';
import { Stopwatch } from './timing.ts';

/** Seconds by what they went into; the environment has what the others leave. */
export interface CampaignSplit {
  environment: number;
  acting: number;
  update: number;
  checkpoint: number;
  storage: number;
}

/** A campaign that was run to its end. */
export interface CampaignTimes {
  /** Seconds of making the tasks, before the campaign's work. */
  preparation: number;
  /** Seconds of that work. */
  work: CampaignSplit;
  /** The same seconds by the kind of event that they led to. */
  events: Record<string, number>;
  /** The held-out result. */
  result: { tasks: number; successRate: number; ci95: [number, number] } | null;
}

declare global {
  interface Window {
    /** Runs a campaign in a database of its own. @throws Error when it does not complete. */
    runCampaign(config: CampaignConfig): Promise<CampaignTimes>;
  }
}

/** Times every call of a method that returns a promise. */
function timeMethod<T extends object>(target: T, name: keyof T, watch: Stopwatch): void {
  const method = target[name] as (...args: unknown[]) => Promise<unknown>;
  const timed = function (this: T, ...args: unknown[]) {
    return watch.time(() => method.apply(this, args));
  };
  Object.assign(target, { [name]: timed });
}

/** The store, with all that is asked of it timed. */
function timedStore(store: CampaignStore, watch: Stopwatch): CampaignStore {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => watch.time(() => method.apply(target, args));
    },
  });
}

function provider(): EnvironmentProvider {
  return createEnvironmentProvider({
    connectShell: () =>
      workerConnection(
        new Worker(new URL('../workers/shell.worker.ts', import.meta.url), { type: 'module' }),
      ),
    shellWorkers: Math.max(1, Math.min(4, navigator.hardwareConcurrency)),
  });
}

window.runCampaign = async (config) => {
  const watches = {
    preparation: new Stopwatch(),
    acting: new Stopwatch(),
    update: new Stopwatch(),
    checkpoint: new Stopwatch(),
    storage: new Stopwatch(),
  };
  timeMethod(StudentPolicy.prototype, 'act', watches.acting);
  timeMethod(Trainer.prototype, 'probabilities', watches.acting);
  timeMethod(Trainer.prototype, 'trainOnline', watches.update);
  timeMethod(Trainer.prototype, 'checkpoint', watches.checkpoint);
  const environments = provider();
  timeMethod(environments, 'prepare', watches.preparation);
  const workbench = createWorkbench({
    store: timedStore(await openCampaignStore('bench'), watches.storage),
    provider: environments,
    writer: true,
    persisted: false,
  });
  const campaignId = await workbench.createCampaign(config);
  const events: Record<string, number> = {};
  const errors: string[] = [];
  let before = 0;
  await workbench.subscribe((update) => {
    if (update.kind === 'error') errors.push(update.message);
    if (update.kind !== 'event') return;
    const { kind } = update.event.payload;
    const now = performance.now();
    // The first event's time began with the work, when all was prepared.
    const since = before === 0 ? started + 1000 * watches.preparation.seconds : before;
    events[kind] = (events[kind] ?? 0) + (now - since) / 1000;
    before = now;
  });
  watches.storage.seconds = 0;
  const started = performance.now();
  const end = await workbench.run(campaignId);
  const total = (performance.now() - started) / 1000;
  if (end !== 'completed') throw new Error(`campaign: it is ${end}. ${errors.join('; ')}`);
  const { acting, update, checkpoint, storage, preparation } = watches;
  const learner = {
    acting: acting.seconds,
    update: update.seconds,
    checkpoint: checkpoint.seconds,
    storage: storage.seconds,
  };
  const environment = total - Object.values(learner).reduce((sum, part) => sum + part, preparation.seconds);
  const work = { environment, ...learner };
  const { reports } = await workbench.campaign(campaignId);
  const shell = reports.find(({ split }) => split === 'heldout')?.environments.shell;
  const result = shell
    ? { tasks: shell.tasks, successRate: shell.student.successRate, ci95: shell.student.ci95 }
    : null;
  return { preparation: preparation.seconds, work, events, result };
};
