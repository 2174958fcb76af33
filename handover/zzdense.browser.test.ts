import { it } from 'vitest';
import { denseProblem, tfjsDenseStep, wasmDenseStep } from '../../../../bench/dense-step.ts';
import { stream } from '../../../core/random.ts';
import { startTfjs } from '../tfjs-backend.ts';
import { sharedGpu } from './gpu.ts';
import { webgpuDenseStep } from './zzdense.ts';

const median = (v: number[]) => [...v].sort((a, b) => a - b)[Math.floor(v.length / 2)] as number;
it('dense', async () => {
  const problem = denseProblem(stream(1, 'dense'));
  const gpu = await sharedGpu();
  const wasm = await wasmDenseStep(problem, 'simd128');
  const fused = await webgpuDenseStep(problem, gpu);
  console.log('losses', [0, 0, 0].map(() => wasm()).join(' '), '|', (await fused.run(3)).join(' '));
  const w: number[] = [],
    f: number[] = [],
    s: number[] = [];
  for (let i = 0; i < 30; i += 1) wasm();
  for (let k = 0; k < 6; k += 1) {
    for (let i = 0; i < 10; i += 1) {
      const t = performance.now();
      wasm();
      w.push(performance.now() - t);
    }
    const t = performance.now();
    await fused.run(16);
    f.push((performance.now() - t) / 16);
    for (let i = 0; i < 3; i += 1) {
      const u = performance.now();
      await fused.run(1);
      s.push(performance.now() - u);
    }
  }
  console.log(
    'wasm',
    median(w).toFixed(2),
    'fused/16',
    median(f).toFixed(2),
    'min',
    Math.min(...f).toFixed(2),
    'fused single',
    median(s).toFixed(2),
  );
  await startTfjs('webgpu');
  const tfjs = tfjsDenseStep(problem);
  const t: number[] = [],
    losses: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const u = performance.now();
    losses.push(await tfjs());
    t.push(performance.now() - u);
    const v = performance.now();
    await fused.run(4);
    f.push((performance.now() - v) / 4);
  }
  console.log(
    'tfjs-webgpu losses',
    losses.slice(0, 3).join(' '),
    'ms',
    t.map((x) => x.toFixed(0)).join(' '),
    'fused beside',
    f
      .slice(-6)
      .map((x) => x.toFixed(1))
      .join(' '),
  );
}, 580000);
