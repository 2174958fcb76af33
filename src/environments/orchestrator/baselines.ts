/** The scripts every figure of the orchestrator environment is shown beside. */
import type { CandidateAction, Observation } from '../../core/contracts.ts';
import type { Baseline } from '../../core/environment.ts';
import { CANDIDATE_NUMBERS } from './features.ts';

/** The baselines, weakest first. */
export const ORCHESTRATOR_BASELINES: readonly Baseline[] = [
  {
    name: 'random',
    kind: 'random',
    description: 'Chooses uniformly among the candidates.',
    choose: ({ candidates }, _acceptable, stream) => stream.int(candidates.length),
  },
  {
    name: 'heuristic',
    kind: 'scripted',
    description:
      'Makes the cheapest check once, does what the finding or else the words on record say, dispatches to the best match and retries once.',
    choose: (observation) => {
      const scores = observation.candidates.map((candidate) => score(observation, candidate));
      return scores.indexOf(Math.max(...scores));
    },
  },
  {
    name: 'oracle',
    kind: 'oracle',
    description:
      'The belief-optimal policy: what is best for an observer who knows how noisy the evidence is.',
    choose: (_observation, acceptable) => acceptable?.[0] ?? 0,
  },
];

/** Words and findings that a sensible person would act on, by what they speak for. */
const SPEAKS_FOR: Readonly<Record<string, RegExp>> = {
  handoff:
    /-(?:gate|elsewhere|needs-approval|restricted|goal-missed)\b|signature|manager|legal|compliance|released|public|customers?|intent|the requester/g,
  stop: /-(?:hopeless|destructive)\b|impossible|deleted|obsolete|cancelled|backup|irreversible|forbids?/g,
  return:
    /-(?:no-access|base-stale|breaks|faults-found)\b|expired|denied|behind|conflicts|fail|wrong|crash|regression/g,
  accept: /-(?:passes|approved)\b|green|clean|explained|matches/g,
};

/** What the heuristic thinks of a candidate; it takes the first of the highest. */
function score({ fields, candidates }: Observation, candidate: CandidateAction): number {
  const n = (name: (typeof CANDIDATE_NUMBERS)[number]) =>
    candidate.numbers[CANDIDATE_NUMBERS.indexOf(name)] ?? 0;
  const checked = /did:(?!dispatch)/.test(fields.trace);
  switch (candidate.verb) {
    case 'preflight':
    case 'dry_run':
    case 'verify':
      return checked ? -1 : 10 - n('cost');
    case 'dispatch':
      return (
        1.5 +
        n('reliability') -
        n('cost') / 4 +
        n('label') +
        n('mentions') +
        2 * n('found') -
        3 * n('permanent')
      );
    case 'retry':
      return 1.5 + n('reliability') + n('label') + n('mentions') - n('tried') - 3 * n('permanent');
    default: {
      const words = `${fields.trace} ${fields.trace} ${fields.seen}`;
      const found = words.match(SPEAKS_FOR[candidate.verb] ?? /(?!)/g)?.length ?? 0;
      const nothingElse = !candidates.some(({ verb }) => verb === 'dispatch' || verb === 'retry');
      return 2 * found + (nothingElse ? 0.5 : 0) + (candidate.verb === 'accept' ? 0.1 : 0);
    }
  }
}
