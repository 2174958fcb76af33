import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './setup.mjs';

/** File to plant, and what it must not import. */
const violations = [
  ['src/core/planted-1.ts', '../storage/schema.ts'],
  ['src/core/planted-2.ts', '../student/ppo.ts'],
  ['src/core/planted-3.ts', '@tensorflow/tfjs'],
  ['src/student/planted-4.ts', '../environments/shell/task.ts'],
  ['src/student/engine/planted-5.ts', '../../storage/schema.ts'],
  ['src/environments/shell/planted-6.ts', '../../student/ppo.ts'],
  ['src/storage/planted-7.ts', '../campaign/presets.ts'],
  ['src/campaign/planted-8.ts', '../app/format.ts'],
];
const allowed = ['src/student/planted-9.ts', '../core/random.ts'];
const planted = [...violations, allowed];

describe('the direction of imports', () => {
  let findings = '';

  beforeAll(() => {
    for (const [path, target] of planted) {
      writeFileSync(join(root, path), `import { x } from '${target}';\nexport const y = x;\n`);
    }
    const files = planted.map(([path]) => path);
    const args = ['--no-install', 'biome', 'lint', '--reporter=github', ...files];
    const { stdout, stderr } = spawnSync('npx', args, { cwd: root, encoding: 'utf8' });
    findings = stdout + stderr;
  }, 60_000);

  afterAll(() => {
    for (const [path] of planted) rmSync(join(root, path), { force: true });
  });

  it.each(violations)('is held: %s may not import %s', (path) => {
    const lines = findings.split('\n').filter((line) => line.includes('noRestrictedImports'));
    expect(lines.some((line) => line.includes(path))).toBe(true);
  });

  it('lets through what the design allows', () => {
    expect(findings).not.toContain(allowed[0]);
  });
});
