/** The peers in Python, where there are any: found, never installed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/**
 * What a script of this folder answers: JSON on stdin, JSON from stdout, one thread. Null where
 * neither `PYTHON` in the environment nor `python3` finds the module, and where the script fails, which stderr then says.
 */
export async function askPython<T>(
  module: string,
  script: string,
  input: unknown,
  answer: z.ZodType<T>,
): Promise<T | null> {
  const find = `import importlib.util, sys; sys.exit(importlib.util.find_spec('${module}') is None)`;
  if ((await run(['-c', find], '')).code !== 0) return null;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { code, stdout, stderr } = await run([path], JSON.stringify(input));
  if (code === 0) return answer.parse(JSON.parse(stdout));
  process.stderr.write(`${script} is left out, it ended with code ${code}: ${stderr.trim().slice(-500)}\n`);
  return null;
}

/** Code null: there is no `python3`. */
function run(
  args: readonly string[],
  input: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.env['PYTHON'] ?? 'python3', args, {
      env: { ...process.env, OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', ({ message }) => resolve({ code: null, stdout, stderr: message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    // A script that ends early closes its stdin; its exit code says what happened.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
