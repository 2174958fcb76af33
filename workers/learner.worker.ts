/** The learner: storage, environments and the workbench, exposed over comlink. */
import { expose, transfer } from 'comlink';
import { createEnvironmentProvider } from '../src/campaign/environment-provider.ts';
import { createWorkbench } from '../src/campaign/workbench.ts';
import {
  type BrowserDriver,
  createIframeDriver,
  createPlaywrightDriver,
} from '../src/environments/browser/index.ts';
import { workerConnection } from '../src/environments/shell/index.ts';
import { openCampaignStore } from '../src/storage/indexeddb-store.ts';
import { requestPersistence } from '../src/storage/persistence.ts';
import { acquireWriterLock } from '../src/storage/writer-lock.ts';
import type { LearnerApi, WorkbenchApi } from './learner.protocol.ts';

/** More workers than this wait for the learner most of the time. */
const MOST_SHELL_WORKERS = 4;

const bridge = createPlaywrightDriver(location.origin);
let frames: BrowserDriver | null = null;

function iframeDriver(): BrowserDriver {
  if (frames === null) throw new Error('the page has given its learner no frames; reload it');
  return frames;
}

async function start(): Promise<WorkbenchApi> {
  // Held until this worker ends; a tab that does not get it only looks.
  const lock = await acquireWriterLock('workbench');
  return createWorkbench({
    store: await openCampaignStore(),
    provider: createEnvironmentProvider({
      connectShell: () =>
        workerConnection(new Worker(new URL('./shell.worker.ts', import.meta.url), { type: 'module' })),
      browserDriver: (name) => (name === 'iframe' ? iframeDriver() : bridge),
      shellWorkers: Math.max(1, Math.min(MOST_SHELL_WORKERS, navigator.hardwareConcurrency)),
    }),
    bridge,
    writer: lock !== null,
    persisted: await requestPersistence(),
  });
}

/** Calls wait for the start; when it fails, every call says why. */
const workbench = start();
workbench.catch((error: unknown) => console.error(error));

const api: LearnerApi = {
  provideFrames: async (port) => {
    frames = createIframeDriver(port);
  },
  boot: async () => (await workbench).boot(),
  checkConfig: async (config) => (await workbench).checkConfig(config),
  createCampaign: async (config) => (await workbench).createCampaign(config),
  run: async (campaignId) => (await workbench).run(campaignId),
  pause: async (campaignId) => (await workbench).pause(campaignId),
  stop: async (campaignId) => (await workbench).stop(campaignId),
  campaigns: async () => (await workbench).campaigns(),
  campaign: async (campaignId) => (await workbench).campaign(campaignId),
  episodes: async (query) => (await workbench).episodes(query),
  episode: async (campaignId, episodeId) => (await workbench).episode(campaignId, episodeId),
  deleteCampaign: async (campaignId) => (await workbench).deleteCampaign(campaignId),
  restore: async (campaignId, checkpointId) => (await workbench).restore(campaignId, checkpointId),
  exportCheckpoint: async (campaignId, checkpointId) => {
    const file = await (await workbench).exportCheckpoint(campaignId, checkpointId);
    return transfer(file, [file.bytes.buffer as ArrayBuffer]);
  },
  importCheckpoint: async (name, bytes, seed) => (await workbench).importCheckpoint(name, bytes, seed),
  generateBenchmark: async (options) => (await workbench).generateBenchmark(options),
  evaluate: async (options) => (await workbench).evaluate(options),
  evaluateElsewhere: async (options) => (await workbench).evaluateElsewhere(options),
  drillRollback: async (options) => (await workbench).drillRollback(options),
  calibrateEngines: async (options) => (await workbench).calibrateEngines(options),
  bridge: async () => (await workbench).bridge(),
  usage: async () => (await workbench).usage(),
  subscribe: async (listener) => (await workbench).subscribe(listener),
  killEnvironmentWorker: async () => (await workbench).killEnvironmentWorker(),
};
expose(api);
