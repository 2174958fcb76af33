/** The engines' figures of one sitting: on the CPU, beside PyTorch, and on the GPU. */
import { z } from 'zod';
import { stream } from '../src/core/random.ts';
import { WebGpuUnavailableError } from '../src/student/engine/webgpu/gpu.ts';
import { withBenchPage } from './bench-page.ts';
import { DENSE_SETUP, denseProblem, wasmDenseStep } from './dense-step.ts';
import { type EngineFigures, measureFigures } from './engine-figures.ts';
import type { EnginesAnswer } from './engines-page.ts';
import { askPython } from './python.ts';
import { type Effort, type Timing, timingOf } from './timing.ts';

const PYTORCH_STEPS = { short: 200, full: 1000 };

/** Figures of engines that can run on the GPU, and where that was. */
export type GpuFigures = EnginesAnswer & { place: string };

/** All figures. */
export interface EnginesResult {
  /** In Node, on one thread, in milliseconds of CPU. */
  cpu: EngineFigures;
  /** The dense step; null without PyTorch. */
  pytorch: Timing | null;
  /** In milliseconds on the wall; the engines on the CPU are there, too. */
  gpu: GpuFigures;
}

const PytorchAnswer = z.object({ losses: z.array(z.number()), milliseconds: z.array(z.number()) });

/** @throws Error when PyTorch's losses are not ours: it would be another step that was timed. */
async function pytorchDenseStep(seed: number, runs: number): Promise<Timing | null> {
  const problem = denseProblem(stream(seed, 'engines', 'dense'));
  const { weights, ...rest } = problem;
  const arrays = Object.fromEntries(Object.entries(rest).map(([name, data]) => [name, Array.from(data)]));
  const input = { ...arrays, weights: weights.map((data) => Array.from(data)), setup: DENSE_SETUP, runs };
  const answer = await askPython('torch', 'dense_step.py', input, PytorchAnswer);
  if (answer === null) return null;
  const step = await wasmDenseStep(problem, 'simd128');
  const ours = await step(answer.losses.length);
  answer.losses.forEach((theirs, i) => {
    const loss = ours[i] as number;
    if (Math.abs(loss - theirs) > 1e-3) {
      throw new Error(`dense_step.py does not take our step: its loss is ${theirs}, ours ${loss}`);
    }
  });
  return timingOf(answer.milliseconds);
}

/** In Node through Dawn. */
async function figuresInNode(seed: number, effort: Effort, say: (text: string) => void): Promise<GpuFigures> {
  const place = `Node ${process.versions.node} with Dawn`;
  try {
    const figures = await measureFigures({ seed, effort, clock: 'wall', gpu: true }, say);
    return { place, figures };
  } catch (error) {
    if (error instanceof WebGpuUnavailableError) return { place, missing: error.message };
    throw error;
  }
}

/** In a page of Chromium. */
function figuresInBrowser(seed: number, effort: Effort, say: (text: string) => void): Promise<GpuFigures> {
  return withBenchPage('engines.html', async (page, version): Promise<GpuFigures> => {
    await page.exposeFunction('say', say);
    const result = await page.evaluate((request) => window.measureEngines(request), {
      seed,
      effort,
      clock: 'wall',
      gpu: true,
    } as const);
    return { place: `Chromium ${version}`, ...result };
  });
}

/** Measures the dense step, the student's steps and its acting; `inNode` needs `startDawn`. */
export async function measureEngines(
  seed: number,
  effort: Effort,
  inNode: boolean,
  say: (text: string) => void,
): Promise<EnginesResult> {
  const cpu = await measureFigures({ seed, effort, clock: 'cpu', gpu: false }, say);
  const pytorch = await pytorchDenseStep(seed, PYTORCH_STEPS[effort]);
  say('starting the GPU');
  const gpu = await (inNode ? figuresInNode : figuresInBrowser)(seed, effort, say);
  return { cpu, pytorch, gpu };
}
