/** For tests: an environment where the right action is the candidate that names the goal. */
import { type Episode, type Observation, SCHEMA_VERSION } from '../core/contracts.ts';
import type { RandomStream } from '../core/random.ts';

const WORDS = ['north', 'east', 'south', 'west', 'up', 'down'];

/** A state whose goal is one of the words, offering between two and six of them in random order. */
export function identityState(stream: RandomStream): { observation: Observation; right: number } {
  const goal = stream.pick(WORDS);
  const others = stream.shuffle(WORDS.filter((word) => word !== goal));
  const offered = stream.shuffle([goal, ...others.slice(0, 1 + stream.int(WORDS.length - 1))]);
  return {
    observation: {
      environment: 'shell',
      fields: { goal, seen: '', trace: '', errors: '' },
      numbers: [1],
      candidates: offered.map((word) => ({ key: word, verb: 'go', text: word, numbers: [], label: word })),
    },
    right: offered.indexOf(goal),
  };
}

/** A whole episode of one step. */
export function identityEpisode(
  id: number,
  observation: Observation,
  decision: {
    action: number;
    logProbability: number;
    value: number;
    probabilities: number[];
    dropoutSeed: number | null;
  },
  reward: number,
): Episode {
  return {
    schemaVersion: SCHEMA_VERSION,
    episodeId: `identity-${id}`,
    campaignId: 'identity',
    environment: observation.environment,
    taskId: `identity-${id}`,
    taskHash: '0'.repeat(64),
    taskFamily: 'identity',
    split: 'train',
    purpose: 'update',
    epoch: 0,
    seed: 0,
    checkpointId: 'identity',
    behaviour: 'sampled',
    trajectory: [
      {
        observation,
        ...decision,
        acceptable: null,
        result: {
          status: 'ok',
          emitted: '{}',
          output: '',
          diff: null,
          progress: true,
          stopReason: 'finished',
        },
      },
    ],
    outcome: reward > 0 ? 'success' : 'failure',
    stopReason: 'finished',
    terminalReward: reward,
    reward,
    boundary: false,
    teacherTriggerReason: null,
    teacherSignal: null,
    comparison: null,
    lane: null,
    evidence: {},
    safetyViolation: null,
    infrastructureFailure: null,
  };
}
