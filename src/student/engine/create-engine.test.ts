import { expect, it } from 'vitest';
import { StudentConfig } from '../../core/campaign-config.ts';
import { stream } from '../../core/random.ts';
import { initialTrainingState } from '../policy-network.ts';
import { createEngine } from './create-engine.ts';

it.each(['webgpu', 'tfjs-webgpu'] as const)(
  'says that %s cannot run without WebGPU, and what to choose instead',
  async (name) => {
    const state = initialTrainingState(StudentConfig.parse({ buckets: 8 }), stream(1, 'init'));
    await expect(createEngine(name, state)).rejects.toThrow(
      'webgpu: this runtime has no WebGPU; choose the wasm engine in the config',
    );
  },
);
