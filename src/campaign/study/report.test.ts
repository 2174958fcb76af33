import { describe, expect, it } from 'vitest';
import { studyReport } from './report.ts';
import { EVIDENCE_SCRIPT, REFERENCE_SCRIPT, summariseStudy } from './result.ts';
import type { StudyRecords } from './run-study.ts';
import { campaign } from './study.fixture.ts';

const COMMAND = 'npm run rl -- study shell --write';

async function report(records: Partial<StudyRecords>) {
  const result = await summariseStudy({ campaigns: [], failures: [], ...records }, { seed: 7, epochs: 20 });
  return studyReport(result, COMMAND);
}

const records = {
  campaigns: [
    campaign('full', 0, 'sss-', { [REFERENCE_SCRIPT]: 's---', [EVIDENCE_SCRIPT]: 'sss-' }),
    campaign('full', 1, 'ssso', { [REFERENCE_SCRIPT]: '--s-', [EVIDENCE_SCRIPT]: 'sss-' }),
    campaign('ppo', 0, 's---'),
  ],
};

/** The cells of the table row that begins with these. */
function row(text: string, ...begin: string[]): string[] {
  const start = `| ${begin.join(' | ')} |`;
  const found = text.split('\n').find((line) => line.startsWith(start));
  return (found ?? '')
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);
}

describe('the report of a study', () => {
  it('says how it is made and which aims were met', async () => {
    const text = await report(records);
    expect(text).toContain(`Made by \`${COMMAND}\`: seed 7, 20 epochs`);
    // By module 1/2, 1/2, 1, 0: 6 of 8 against 2 of 8.
    expect(text).toMatch(/Aim A, .*: (met|not met)\.\*\* \+50\.0 percentage points/);
    expect(text).toMatch(/Aim B, at least 85\.0 % of the faults repaired: not met\.\*\* 75\.0 % /);
  });

  it('has every policy with its rate, interval and folds, the best first', async () => {
    const text = await report(records);
    const [, rate, interval, ...folds] = row(text, '**student**');
    expect([rate, ...folds]).toEqual(['75.0 %', '75.0 %', '75.0 %']);
    expect(interval).toMatch(/^\d+\.\d % to \d+\.\d %$/);
    expect(row(text, REFERENCE_SCRIPT)[1]).toBe('25.0 %');
  });

  it('says what the student adds to the script that has its evidence', async () => {
    const same = await report(records);
    expect(same).toContain('cannot be told from these tasks: ±0.0 percentage points');
    const above = await report({ campaigns: [campaign('full', 0, 'ssss')] });
    expect(above).toContain('What that adds to the script: +100.0 percentage points');
    const below = await report({ campaigns: [campaign('full', 0, '----', { [EVIDENCE_SCRIPT]: 'ssss' })] });
    expect(below).toContain('makes less of the evidence than the script does: −100.0 percentage points');
  });

  it('has a line for every arm, with its difference to full in percentage points', async () => {
    const [, what, folds, rate, , minus] = row(
      await report(records),
      'ppo',
      'PPO alone: no labels, no lane states',
    );
    expect(what).toContain('PPO alone');
    expect([folds, rate, minus]).toEqual(['0', '25.0 %', '−50.0']);
  });

  it('lists overfitting and test runs', async () => {
    const lines = (await report(records)).split('\n');
    const at = lines.findIndex((line) => line.startsWith('| policy | overfitted'));
    // One of eight tasks, one of seven visible passes; runs 1, 2, 3 and 1, 2, 3.
    expect(lines[at + 2]).toBe('| **student** | 1 | 12.5 % | 14.3 % | 2.00 | 2 |');
  });

  it('names every campaign and its digest, and what was not completed', async () => {
    const text = await report({ ...records, failures: [{ arm: 'ppo', fold: 1, reason: 'it froze' }] });
    expect(row(text, 'full', '1')).toContain(`\`${'1'.repeat(64)}\``);
    expect(text).toContain('- ppo, fold 1: it froze');
    expect(await report(records)).not.toContain('Not completed');
  });

  it('has no times in it, and the same bytes for the same figures', async () => {
    const slower = records.campaigns.map((own) => ({ ...own, seconds: 1234 }));
    expect(await report({ campaigns: slower })).toBe(await report(records));
  });

  it('is a document of whole tables', async () => {
    const tables = (await report(records)).split('\n\n').filter((block) => block.startsWith('|'));
    expect(tables).toHaveLength(6);
    for (const lines of tables.map((block) => block.trimEnd().split('\n'))) {
      const columns = new Set(lines.map((line) => line.split('|').length));
      expect([...columns]).toHaveLength(1);
    }
  });
});
