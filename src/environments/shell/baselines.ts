/**
 * The scripts every figure of the shell environment is shown beside. They see the observation that
 * the student sees; only the operator prior is theirs alone, because the student has to learn it.
 */
import type { CandidateAction, Observation } from '../../core/contracts.ts';
import type { Baseline } from '../../core/environment.ts';
import { INFECTION, OCHIAI, TRIED } from './features.ts';
import { editToken } from './patch-candidates.ts';
import type { OperatorPrior } from './task.ts';

/** How a script ranks an untried patch; larger first, textual order among equals. */
type PatchScore = (candidate: CandidateAction) => number;

/** The baselines, weakest first, around a prior fitted on training tasks. */
export function shellBaselines(prior: OperatorPrior): readonly Baseline[] {
  const table = new Map(Object.entries(prior.table).map(([key, score]) => [editToken(key), score]));
  const priorOf: PatchScore = ({ text }) => {
    const token = /(?:^| )edit:(\S+)/.exec(text)?.[1];
    return (token === undefined ? undefined : table.get(token)) ?? prior.fallback;
  };
  return [
    {
      name: 'random',
      kind: 'random',
      description: 'Chooses uniformly among the candidates.',
      choose: (observation, _acceptable, stream) => stream.int(observation.candidates.length),
    },
    scripted('textual-order', 'Reads, runs the tests, then tries the patches from top to bottom.', () => 0),
    scripted(
      'operator-prior',
      'Reads, runs the tests, then tries the edits that were the repair most often in training first.',
      priorOf,
    ),
    scripted(
      'operator-prior-x-ochiai2',
      'As operator-prior, each edit weighted by the square of its statement’s suspiciousness.',
      (candidate) => priorOf(candidate) * (candidate.numbers[OCHIAI] ?? 0) ** 2,
    ),
    scripted(
      'operator-prior-x-infection8',
      'As operator-prior, each edit weighted by how exactly the tests in which it makes a difference are the failing ones.',
      (candidate) => priorOf(candidate) * (candidate.numbers[INFECTION] ?? 0) ** 8,
    ),
    {
      name: 'oracle',
      kind: 'oracle',
      description: 'Does the first thing that the labeller, who knows the fault, accepts.',
      choose: (observation, acceptable) => acceptable?.[0] ?? indexOfVerb(observation, 'stop'),
    },
  ];
}

/** A script that looks at everything first and then tries untried patches by falling score. */
function scripted(name: string, description: string, score: PatchScore): Baseline {
  return {
    name,
    kind: 'scripted',
    description,
    choose: (observation) => {
      const untried = (holds: (candidate: CandidateAction) => boolean) =>
        observation.candidates.findIndex((candidate) => candidate.numbers[TRIED] === 0 && holds(candidate));
      const look = untried(({ verb, text }) => verb === 'read' && text.startsWith('file:source'));
      if (look !== -1) return look;
      const test = untried(({ verb, text }) => verb === 'run' && text === 'cmd:test');
      if (test !== -1) return test;
      let best = -1;
      let bestScore = Number.NEGATIVE_INFINITY;
      observation.candidates.forEach((candidate, index) => {
        if (candidate.verb !== 'patch' || candidate.numbers[TRIED] !== 0) return;
        const value = score(candidate);
        if (value > bestScore) [best, bestScore] = [index, value];
      });
      return best === -1 ? indexOfVerb(observation, 'stop') : best;
    },
  };
}

function indexOfVerb(observation: Observation, verb: string): number {
  return observation.candidates.findIndex((candidate) => candidate.verb === verb);
}
