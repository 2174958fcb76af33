import { describeAgainstOracle, describeEngine, ORACLE } from './engine-suite.fixture.ts';

for (const name of ['wasm', 'tfjs-wasm', ORACLE] as const) describeEngine(name);
for (const name of ['wasm', 'tfjs-wasm'] as const) describeAgainstOracle(name);
