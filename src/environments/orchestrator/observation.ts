/** What the student sees of a work item, and may decide. */
import type { CandidateAction, Observation } from '../../core/contracts.ts';
import { moveNumbers, type Seen, stateNumbers, verbOf } from './features.ts';
import type { Packet } from './packet.ts';
import type { Executor } from './task.ts';
import { type Move, offeredMoves } from './world.ts';

/** The observation of a state. Candidates are in the order of `offeredMoves`. */
export function observationOf(seen: Seen, packet: Packet): Observation {
  const { world, history } = seen;
  return {
    environment: 'orchestrator',
    fields: {
      goal: packet.goal,
      seen: packet.record,
      trace: traceOf(seen),
      errors: packet.remarks,
    },
    numbers: stateNumbers(seen),
    candidates: offeredMoves(world, history).map((index) => candidateOf(seen, index)),
  };
}

/** Whom or what a move names: an executor, a check, or nothing. */
export function targetOf({ task, world }: Seen, index: number): string | null {
  const { executor, check } = world.moves[index] as Move;
  if (executor !== null) return (task.executors[executor] as Executor).name;
  return check === null ? null : (world.rules.checks[check]?.name ?? null);
}

function candidateOf(seen: Seen, index: number): CandidateAction {
  const { executor, check, key } = seen.world.moves[index] as Move;
  const verb = verbOf(seen, index);
  const target = targetOf(seen, index);
  const card = executor === null ? null : (seen.task.executors[executor] as Executor);
  const text = card
    ? `${card.name} ${card.kind} ${card.capabilities.join(' ')}`
    : check === null
      ? `end:${verb}`
      : `check:${target}`;
  return {
    key,
    verb,
    text,
    numbers: moveNumbers(seen, index),
    label: target === null ? verb : `${verb} ${target}`,
  };
}

/** The moves so far as tokens, oldest first, the last once more by a token of its own. */
function traceOf({ world, history }: Seen): string {
  const steps = history.map(({ move, sign }) => {
    const { check, verb, signs } = world.moves[move] as Move;
    const what = check === null ? verb : (world.rules.checks[check]?.name ?? verb);
    return `${what}-${signs[sign]}`;
  });
  const last = steps.at(-1);
  return [...steps.map((step) => `did:${step}`), ...(last === undefined ? [] : [`last:${last}`])].join(' ');
}
