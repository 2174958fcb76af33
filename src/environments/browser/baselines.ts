/** The scripts every figure of the browser environment is shown beside. They see what the student sees. */
import type { CandidateAction, Observation } from '../../core/contracts.ts';
import type { Baseline } from '../../core/environment.ts';
import { numberOf, stateNumberOf } from './features.ts';

/** The baselines, weakest first. */
export const BROWSER_BASELINES: readonly Baseline[] = [
  {
    name: 'random',
    kind: 'random',
    description: 'Chooses uniformly among the candidates.',
    choose: (observation, _acceptable, stream) => stream.int(observation.candidates.length),
  },
  {
    name: 'heuristic',
    kind: 'scripted',
    description:
      'Fills the best-matching field, closes dialogs, clicks what the goal names or the primary button, scrolls, and hands over at words of a challenge.',
    choose: (observation) => {
      const scores = observation.candidates.map((candidate) => heuristicScore(observation, candidate));
      return scores.indexOf(Math.max(...scores));
    },
  },
  {
    name: 'oracle',
    kind: 'oracle',
    description: 'Does the first thing that the flow’s own expert accepts.',
    choose: (observation, acceptable) =>
      acceptable?.[0] ?? observation.candidates.findIndex(({ verb }) => verb === 'finish'),
  },
];

/** What the heuristic thinks of a candidate; it takes the first of the highest. */
function heuristicScore(observation: Observation, candidate: CandidateAction): number {
  const n = (name: Parameters<typeof numberOf>[1]) => numberOf(candidate, name);
  const s = (name: Parameters<typeof stateNumberOf>[1]) => stateNumberOf(observation, name);
  if (n('tried') === 1) return -10;
  const isBest = n('bestForField') === 1 && n('bestForValue') === 1;
  const isNew = n('holds') === 0 || (n('holds') < 1 && n('invalid') === 1);
  switch (candidate.verb) {
    case 'hand_over':
      return n('challenge') === 1 ? 9 : -5;
    case 'wait':
      return /page:busy/.test(observation.fields.seen) ? 8 : -4;
    case 'fill':
      return isBest && isNew && n('valueUsed') < 1 ? 6 + n('valueFit') + n('typeFit') : -3;
    case 'select':
      if (n('holds') === 1) return -3;
      return isBest && n('valueFit') > 0.5 ? 6 + n('valueFit') : n('extreme') === 1 ? 6 : -3;
    case 'click':
      if (n('danger') === 1) return -6;
      if (n('valueFit') > 0.6 && isBest && n('holds') === 0) return 5 + n('valueFit');
      return clickScore(candidate, observation);
    case 'scroll':
      return candidate.key === 'scroll:down' ? 2.5 - 2 * s('namesSeen') - n('repeated') : -3;
    case 'finish':
      return s('fillLeft') === 0 && (s('success') === 1 || s('newMessage') === 1) ? 4 : -5;
    default:
      return -5;
  }
}

/** What the goal names, what claims to go on; neither links nor boxes that the goal does not name. */
function clickScore(candidate: CandidateAction, observation: Observation): number {
  const n = (name: Parameters<typeof numberOf>[1]) => numberOf(candidate, name);
  const named = n('goalShare') * (1 + n('goalRank')) + n('mention') + n('contextRank') + n('extreme');
  const isBox = /^role:(?:checkbox|switch)/.test(candidate.text);
  if (named < (isBox ? 1.2 : 0.5) && !candidate.text.startsWith('role:button')) return -2;
  const closes = stateNumberOf(observation, 'dialogOpen') * n('dismiss');
  const against = 2 * n('negated') + 2 * n('holds') + 3 * n('repeated');
  return named + n('primary') + n('forward') + closes - against;
}
