import assert from 'node:assert/strict';
import test from 'node:test';
import { blockRange, formatIpv4, inBlocks, parseIpv4 } from '../src/ipv4-address.js';

test('reads addresses as numbers', () => {
  assert.equal(parseIpv4('0.0.0.0'), 0);
  assert.equal(parseIpv4('0.0.1.2'), 258);
  assert.equal(parseIpv4('192.168.0.1'), 3232235521);
  assert.equal(parseIpv4('255.255.255.255'), 4294967295);
});

test('parts must not exceed 255', () => {
  assert.equal(parseIpv4('1.2.3.255'), 16909311);
  assert.equal(parseIpv4('1.2.3.256'), null);
  assert.equal(parseIpv4('300.2.3.4'), null);
});

test('an address has four parts', () => {
  assert.equal(parseIpv4('1.2.3'), null);
  assert.equal(parseIpv4('1.2.3.4.5'), null);
  assert.equal(parseIpv4(''), null);
});

test('leading zeros and other characters are refused', () => {
  assert.equal(parseIpv4('1.02.3.4'), null);
  assert.equal(parseIpv4('1..3.4'), null);
  assert.equal(parseIpv4('1.2.3.x'), null);
  assert.equal(parseIpv4(' 1.2.3.4'), null);
});

test('writes addresses', () => {
  assert.equal(formatIpv4(0), '0.0.0.0');
  assert.equal(formatIpv4(3232235521), '192.168.0.1');
  assert.equal(formatIpv4(16909060), '1.2.3.4');
});

test('blocks start at a multiple of their size', () => {
  assert.deepEqual(blockRange('10.1.2.3/16').map(formatIpv4), ['10.1.0.0', '10.1.255.255']);
  assert.deepEqual(blockRange('10.1.2.77/30').map(formatIpv4), ['10.1.2.76', '10.1.2.79']);
});

test('blocks of one address and of all', () => {
  assert.deepEqual(blockRange('9.8.7.6/32').map(formatIpv4), ['9.8.7.6', '9.8.7.6']);
  assert.deepEqual(blockRange('9.8.7.6/0'), [0, 4294967295]);
});

test('malformed blocks throw', () => {
  assert.throws(() => blockRange('1.2.3.4/33'), /not a block: 1.2.3.4\/33/);
  assert.throws(() => blockRange('1.2.3.4'), RangeError);
  assert.throws(() => blockRange('1.2.3/8'), RangeError);
  assert.throws(() => blockRange('1.2.3.4/'), RangeError);
});

test('both ends of a block belong to it', () => {
  const blocks = ['10.0.0.0/8', '192.168.4.0/24'];
  assert.deepEqual(
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0', '192.168.4.9', '192.168.5.0'].map((ip) =>
      inBlocks(ip, blocks),
    ),
    [false, true, true, false, true, false],
  );
});

test('nothing lies in no block and malformed addresses in none', () => {
  assert.equal(inBlocks('1.2.3.4', []), false);
  assert.equal(inBlocks('1.2.3', ['0.0.0.0/0']), false);
  assert.equal(inBlocks('0.0.0.0', ['0.0.0.0/0']), true);
});
