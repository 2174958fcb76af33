import assert from 'node:assert/strict';
import test from 'node:test';
import { blockRange, formatIpv4, inBlocks, parseIpv4 } from '../src/ipv4-address.js';

test('parsing and formatting are inverse', () => {
  for (const address of [1, 255, 256, 65535, 65536, 2147483647, 2147483648, 3000000000, 4294967295]) {
    assert.equal(parseIpv4(formatIpv4(address)), address);
  }
  for (const text of ['8.8.4.4', '127.0.0.1', '200.100.50.25'])
    assert.equal(formatIpv4(parseIpv4(text)), text);
});

test('the first part weighs most', () => {
  assert.equal(parseIpv4('1.0.0.0'), 16777216);
  assert.equal(parseIpv4('0.1.0.0'), 65536);
  assert.equal(parseIpv4('255.0.0.255'), 4278190335);
});

test('malformed addresses give null', () => {
  for (const text of [
    '1.2.3.',
    '.1.2.3',
    '1.2.3.-4',
    '1.2.3.4 ',
    '00.1.2.3',
    '1.2.3.1000',
    '1.2.3.256',
    '256.1.1.1',
    '1.2.3.0x1',
  ]) {
    assert.equal(parseIpv4(text), null);
  }
});

test('a block of each prefix length has its size', () => {
  for (let prefix = 0; prefix <= 32; prefix++) {
    const [first, last] = blockRange(`203.0.113.77/${prefix}`);
    assert.equal(last - first + 1, 2 ** (32 - prefix));
    assert.equal(first % 2 ** (32 - prefix), 0);
    assert.equal(inBlocks('203.0.113.77', [`203.0.113.77/${prefix}`]), true);
  }
});

test('neighbours of a small block lie outside', () => {
  const blocks = ['172.16.5.128/29'];
  const inside = Array.from({ length: 256 }, (_part, last) => last).filter((last) =>
    inBlocks(`172.16.5.${last}`, blocks),
  );
  assert.deepEqual(inside, [128, 129, 130, 131, 132, 133, 134, 135]);
  assert.equal(inBlocks('172.16.5.128', ['1.1.1.1/32', '172.16.5.128/32']), true);
});

test('bad blocks throw even beside good ones', () => {
  for (const block of ['', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/99', '1.2.3.400/8', 'x/8', '1.2.3.4/8/8']) {
    assert.throws(() => inBlocks('1.2.3.4', ['1.2.3.4/32', block]), RangeError);
  }
});
