import { describeAgainstOracle, describeEngine } from './engine-suite.fixture.ts';

describeEngine('webgpu');
describeAgainstOracle('webgpu');
// On a software adapter tfjs takes seconds to compile its kernels for every new shape.
describeAgainstOracle('tfjs-webgpu', { only: ['small uneven sets'], steps: 2 });
