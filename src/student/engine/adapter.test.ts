import { expect, it } from 'vitest';
import { adapterOf, describeAdapter } from './adapter.ts';

const info = (of: Partial<GPUAdapterInfo>) =>
  ({
    vendor: '',
    architecture: '',
    device: '',
    description: '',
    isFallbackAdapter: false,
    ...of,
  }) as GPUAdapterInfo;

it.each([
  [{ vendor: 'google', architecture: 'swiftshader' }, true],
  [{ vendor: 'mesa', description: 'llvmpipe (LLVM 15.0.6, 256 bits)' }, true],
  [{ vendor: 'microsoft', description: 'Microsoft Basic Render Driver' }, true],
  [{ vendor: 'acme', isFallbackAdapter: true }, true],
  [{ vendor: 'nvidia', architecture: 'hopper' }, false],
])('an adapter %j is software: %s', (of, fallback) => {
  expect(describeAdapter(info(of))).toMatchObject({ fallback });
});

it('engines without a GPU have no adapter', async () => {
  expect(await adapterOf({ acting: 'wasm', updating: 'tfjs-wasm' })).toBeNull();
});
