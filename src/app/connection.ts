/** Starts the learner worker and gives the page its interface. */
import { proxy, transfer, wrap } from 'comlink';
import type { LearnerApi, WorkbenchApi } from '../../workers/learner.protocol.ts';
import { hostFrames } from '../environments/browser/index.ts';

declare global {
  interface Window {
    /** The learner's interface, for the headless command and the end-to-end tests. */
    workbench: WorkbenchApi;
    /** Resolves when the learner has booted; rejects with the reason when it cannot. */
    workbenchReady: Promise<void>;
  }
}

/** Why no further answer will come from the worker. */
class LearnerLostError extends Error {
  override name = 'LearnerLostError';
}

/** A running learner worker. */
export interface Connection {
  api: WorkbenchApi;
  /** Called once when the worker's script fails; pending calls never answer after that. */
  onLost(listener: (error: LearnerLostError) => void): void;
}

/** Starts the worker. Calls made before it has loaded wait for it. */
export function connect(): Connection {
  const worker = new Worker(new URL('../../workers/learner.worker.ts', import.meta.url), { type: 'module' });
  const remote = wrap<LearnerApi>(worker);
  const { port1, port2 } = new MessageChannel();
  hostFrames(port1);
  void remote.provideFrames(transfer(port2, [port2]));
  const api: WorkbenchApi = {
    boot: () => remote.boot(),
    checkConfig: (config) => remote.checkConfig(config),
    createCampaign: (config) => remote.createCampaign(config),
    run: (campaignId) => remote.run(campaignId),
    pause: (campaignId) => remote.pause(campaignId),
    stop: (campaignId) => remote.stop(campaignId),
    campaigns: () => remote.campaigns(),
    campaign: (campaignId) => remote.campaign(campaignId),
    episodes: (query) => remote.episodes(query),
    episode: (campaignId, episodeId) => remote.episode(campaignId, episodeId),
    deleteCampaign: (campaignId) => remote.deleteCampaign(campaignId),
    restore: (campaignId, checkpointId) => remote.restore(campaignId, checkpointId),
    exportCheckpoint: (campaignId, checkpointId) => remote.exportCheckpoint(campaignId, checkpointId),
    importCheckpoint: (name, bytes, seed) => remote.importCheckpoint(name, bytes, seed),
    generateBenchmark: (options) => remote.generateBenchmark(options),
    evaluate: (options) => remote.evaluate(options),
    evaluateElsewhere: (options) => remote.evaluateElsewhere(options),
    drillRollback: (options) => remote.drillRollback(options),
    calibrateEngines: (options) => remote.calibrateEngines(options),
    bridge: () => remote.bridge(),
    usage: () => remote.usage(),
    // A function cannot be cloned: the worker gets a port that calls it.
    subscribe: (listener) => remote.subscribe(proxy(listener)),
    killEnvironmentWorker: () => remote.killEnvironmentWorker(),
  };
  return {
    api,
    onLost(listener) {
      worker.addEventListener(
        'error',
        (event) => listener(new LearnerLostError(event.message || 'its script could not be loaded')),
        { once: true },
      );
    },
  };
}
