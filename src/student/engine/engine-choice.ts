/** Which engines to take, from what a calibration measured: a pure function. */
import type { EngineName, EnginePair } from '../../core/campaign-config.ts';
import type { AdapterDescription, CalibrationRow } from '../../core/engine-calibration.ts';

/**
 * An engine replaces an earlier one of the list only when it takes less than this share of its time:
 * the list begins with the engine of the same bits everywhere, and times vary by a few percent.
 */
const WORTH_IT = 0.9;

/** Milliseconds of a call for `states` states: straight lines between what was measured, and on from the last. */
function actingTime([one, some, many]: readonly [number, number, number], states: number): number {
  if (states >= 64) return (many * states) / 64;
  return states >= 16
    ? some + ((many - some) * (states - 16)) / 48
    : one + ((some - one) * (states - 1)) / 15;
}

/**
 * Milliseconds of a call on average while a round is played: its episodes step together and end one
 * after the other, so batches of every size from all of them down to one occur.
 * @returns null when not every size was measured.
 */
export function roundActingTime({ actingMs }: CalibrationRow, episodesPerRound: number): number | null {
  const [one, some, many] = [actingMs[1], actingMs[16], actingMs[64]];
  if (one === null || some === null || many === null) return null;
  let total = 0;
  for (let states = 1; states <= episodesPerRound; states += 1) {
    total += actingTime([one, some, many], states);
  }
  return total / episodesPerRound;
}

function fastest(
  rows: readonly CalibrationRow[],
  timeOf: (row: CalibrationRow) => number | null,
): EngineName | null {
  let best: { engine: EngineName; time: number } | null = null;
  for (const row of rows) {
    const time = timeOf(row);
    if (time === null) continue;
    if (best === null || time < WORTH_IT * best.time) best = { engine: row.engine, time };
  }
  return best?.engine ?? null;
}

/**
 * The fastest engine for acting and for updating. A GPU that is software is never preferred to WASM,
 * which is there wherever the workbench is.
 * @param rows those to prefer when times are alike first.
 * @throws Error with every engine's reason when none was measured to the end.
 */
export function chooseEngines(
  rows: readonly CalibrationRow[],
  adapter: AdapterDescription | null,
  episodesPerRound: number,
): EnginePair {
  const eligible = rows.filter(({ engine }) => !(engine === 'webgpu' && adapter?.fallback));
  const choose = (timeOf: (row: CalibrationRow) => number | null): EngineName => {
    const chosen = fastest(eligible, timeOf);
    if (chosen === null) {
      const reasons = rows.map(({ engine, note }) => `${engine}: ${note}`).join('; ');
      throw new Error(`no engine could be measured (${reasons}); name one in the config instead of auto`);
    }
    return chosen;
  };
  return {
    acting: choose((row) => roundActingTime(row, episodesPerRound)),
    updating: choose((row) => row.updateMs),
  };
}
