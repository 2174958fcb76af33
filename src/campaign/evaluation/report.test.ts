import { describe, expect, it } from 'vitest';
import { summariseEvaluations } from './document.ts';
import { reportOf } from './evaluation-report.fixture.ts';
import { type ReportFile, reportFiles } from './report.ts';

const COMMAND = 'npm run rl -- mixed-eval --campaign c-1';
const report = reportOf('ssm-'.repeat(10), {
  random: '--m-'.repeat(10),
  heuristic: 's-h-'.repeat(10),
  oracle: 'ssh-'.repeat(10),
});

async function files(): Promise<Record<string, string>> {
  const curve = [0, 100].map((steps) => ({ steps, report: reportOf('ss--', {}) }));
  const document = await summariseEvaluations([{ report, curve, reference: null }]);
  const made: ReportFile[] = reportFiles(document, [report], COMMAND);
  return Object.fromEntries(made.map(({ name, text }) => [name, text]));
}

describe('the files of a report', () => {
  it('are the document, the rows, the text and the plots that the text shows', async () => {
    const made = await files();
    const plots = [...(made['report.md'] ?? '').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, name]) => name);
    expect(plots).toEqual(['orchestrator-success.svg', 'orchestrator-profile.svg', 'orchestrator-steps.svg']);
    expect(Object.keys(made)).toEqual(['report.json', 'report.csv', 'report.md', ...plots]);
    expect(JSON.parse(made['report.json'] ?? '')).toMatchObject({ version: 1, split: 'heldout' });
  });

  it('have one CSV row per task and policy, with what the task came to', async () => {
    const rows = (await files())['report.csv']?.split('\r\n') ?? [];
    expect(rows).toHaveLength(1 + 40 * 4 + 1);
    expect(rows[0]).toContain('environment,policy,task,cluster,family,success');
    const checkpoint = 'a'.repeat(64);
    expect(rows[3]).toBe(
      `c-1,7,${checkpoint},heldout,orchestrator,student,task-2,c1,f0,0,0,0,-0.5,0.5,missed`,
    );
  });

  it('quote what CSV needs quoted', async () => {
    const named = reportOf('s', {}, { campaignId: 'c,"1"' });
    const document = await summariseEvaluations([{ report: named, curve: [], reference: null }]);
    const csv = reportFiles(document, [named], COMMAND).find(({ name }) => name === 'report.csv')?.text;
    expect(csv).toContain('\r\n"c,""1""",7,');
  });

  it('say in the text how they are made, the gates with their power, and every policy', async () => {
    const text = (await files())['report.md'] ?? '';
    expect(text).toContain(`Made by \`${COMMAND}\`: seed 7`);
    expect(text).toMatch(
      /\| orchestrator \| missed handovers not up \| heuristic \| \*\*fail\*\* \| \+100\.0 /,
    );
    expect(text).toMatch(/\| orchestrator \| success at most 5 points under .* points \| \d+ tasks \|/);
    expect(text).toMatch(
      /\| \*\*student\*\* \| 50\.0 % \| .* \| 0\.250 \| .* \| 50\.0 % \(.*\) \| 100\.0 % of 10 \|/,
    );
    expect(text).toMatch(/\| f9 \| 4 \| 50\.0 % \|/);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('are whole tables and well-formed plots with finite coordinates', async () => {
    const made = await files();
    const tables = (made['report.md'] ?? '').split('\n\n').filter((block) => block.startsWith('|'));
    expect(tables.length).toBeGreaterThan(5);
    for (const lines of tables.map((block) => block.trimEnd().split('\n'))) {
      expect([...new Set(lines.map((line) => line.split('|').length))]).toHaveLength(1);
    }
    for (const [name, text] of Object.entries(made).filter(([own]) => own.endsWith('.svg'))) {
      expect(text, name).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\n$/);
      expect(text, name).not.toMatch(/NaN|undefined|Infinity/);
      const opened = text.match(/<[a-z]/g)?.length;
      const closed = text.match(/\/>|<\//g)?.length;
      expect(opened, name).toBe(closed);
    }
  });

  it('have no times in the text, and the same bytes for the same figures', async () => {
    const slower = { ...report, seconds: 999 };
    const document = await summariseEvaluations([{ report: slower, curve: [], reference: null }]);
    const again = await summariseEvaluations([{ report, curve: [], reference: null }]);
    const markdown = (own: typeof document) =>
      reportFiles(own, [report], COMMAND).find(({ name }) => name === 'report.md')?.text;
    expect(markdown(document)).toBe(markdown(again));
  });
});
