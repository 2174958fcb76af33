/** The context packet: evidence as text. */
import type { RandomStream } from '../../core/random.ts';
import type { Reading } from './evidence.ts';
import { wordSplit } from './orchestrator-tasks.ts';
import type { OrchestratorTask } from './task.ts';
import { phrasesFor, type WordSplit } from './vocabulary/evidence-phrases.ts';
import { areaWords, sentences } from './vocabulary/words.ts';

/** A packet, by the observation's fields. */
export interface Packet {
  /** What is asked, and of what kind the decision is. */
  readonly goal: string;
  /** What is on record. */
  readonly record: string;
  /** What people remark. */
  readonly remarks: string;
}

/** Writes the packet of a task and its readings. No phrase is in a packet twice. */
export function packetOf(task: OrchestratorTask, readings: readonly Reading[], draws: RandomStream): Packet {
  const split = wordSplit(task.split);
  const phrases = phrasesOf(task, readings, split, draws);
  const [onRecord = '', overheard = ''] = draws.shuffle(sentences('distractor', split));
  const asked = fill(draws.pick(sentences(task.family, split)), 'item', task.item.summary);
  const told = (kind: Reading['kind'], distractor: string) => {
    const lines = readings.flatMap((reading, i) =>
      reading.kind === kind ? [sentenceOf(task, reading, phrases[i] as string, split, draws)] : [],
    );
    return draws.shuffle([...lines, distractor]).join(' ');
  };
  return {
    goal: `decide:${task.family} wraps:${task.item.environment} ${asked}.`,
    record: told('firm', onRecord),
    remarks: told('remark', overheard),
  };
}

/** What each reading says, in words; those that say the same say it differently. */
function phrasesOf(
  task: OrchestratorTask,
  readings: readonly Reading[],
  split: WordSplit,
  draws: RandomStream,
): string[] {
  const { family, areas } = task;
  const left = new Map<number, string[]>();
  return readings.map(({ says }) => {
    const pool =
      left.get(says) ??
      draws.shuffle(
        family === 'dispatch' ? areaWords(areas[says] as string, split) : phrasesFor(family, says, split),
      );
    const [phrase = '', ...rest] = pool;
    left.set(says, rest.length > 0 ? rest : [phrase]);
    return phrase;
  });
}

function sentenceOf(
  task: OrchestratorTask,
  { kind, says }: Reading,
  phrase: string,
  split: WordSplit,
  draws: RandomStream,
): string {
  if (task.family !== 'dispatch') return fill(draws.pick(sentences(kind, split)), 'phrase', phrase);
  if (kind === 'firm') return `label:${task.areas[says]}`;
  return fill(draws.pick(sentences('mention', split)), 'word', phrase);
}

function fill(sentence: string, blank: string, text: string): string {
  return sentence.replace(`{${blank}}`, () => text);
}
