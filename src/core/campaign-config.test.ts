import { describe, expect, it } from 'vitest';
import { CampaignConfigError, guidanceAt, namedEngines, parseCampaignConfig } from './campaign-config.ts';
import { hashOf } from './canonical.ts';

const shell = { name: 'test', environments: { shell: {} } };

describe('a campaign config', () => {
  it('gets the documented defaults', () => {
    const config = parseCampaignConfig(shell);
    expect(config.roundsPerEpoch).toBe(4);
    expect(config.ppo.clipRange).toBe(0.2);
    expect(config.closing.breakP).toBe(0.005);
    expect(config.environments.shell).toEqual({ ratio: 1, options: {} });
  });

  it.each([
    [{ ...shell, epoch: 3 }, /unknown key "epoch"; allowed here: .*epochs/],
    [{ ...shell, ppo: { learningrate: 1 } }, /unknown key "ppo.learningrate"; allowed here: learningRate/],
    [
      { ...shell, faults: [{ epoch: 1, kind: 'learning_rate_x100', x: 1 }] },
      /unknown key "faults.0.x"; allowed here: epoch/,
    ],
    [{ ...shell, ppo: { clipRange: 'wide' } }, /ppo.clipRange: .*number/],
    [{ ...shell, monitoring: { pairs: 16 } }, /monitoring: minimumPairs is above pairs/],
    [{ ...shell, engine: 'gpu' }, /engine: allowed are wasm, .*tfjs-cpu, auto, and \{ acting, updating \}/],
    [{ ...shell, engine: { acting: 'auto', updating: 'wasm' } }, /engine: allowed are wasm, /],
    [
      { ...shell, engine: { acting: 'tfjs-cpu', updating: 'tfjs-wasm' } },
      /engine: two engines of tfjs cannot work side by side/,
    ],
    [{ name: 'test', environments: {} }, /at least one environment/],
    ['not a config', /config: .*object/],
  ])('with a mistake is refused by its path: %j', (config, message) => {
    expect(() => parseCampaignConfig(config)).toThrow(CampaignConfigError);
    expect(() => parseCampaignConfig(config)).toThrow(message);
  });

  it('lets guidance fall to nothing, and to nothing at once where nobody labels', () => {
    const at = (teacher: object, epoch: number) =>
      guidanceAt(parseCampaignConfig({ ...shell, epochs: 8, teacher }), epoch);
    const guided = { guidance: 0.8, guidanceEnd: 0.5 };
    expect([0, 1, 2, 3, 4, 7].map((epoch) => Number(at(guided, epoch).toFixed(9)))).toEqual([
      0.8, 0.6, 0.4, 0.2, 0, 0,
    ]);
    expect(at({ ...guided, labeller: false }, 0)).toBe(0);
    expect(at({ ...guided, labellerUntil: 1 }, 1)).toBe(0);
    expect(at({}, 0)).toBe(0);
  });

  it('names its engines, unless they are to be measured', () => {
    const enginesOf = (engine?: unknown) => namedEngines(parseCampaignConfig({ ...shell, engine }).engine);
    const split = { acting: 'wasm', updating: 'webgpu' };
    expect(enginesOf()).toEqual({ acting: 'wasm', updating: 'wasm' });
    expect(enginesOf(split)).toEqual(split);
    expect(enginesOf('auto')).toBeNull();
  });

  it('has the hash that it had before engines could be chosen by calibration', async () => {
    const { name: _name, ...decisive } = parseCampaignConfig(shell);
    expect(await hashOf(decisive)).toBe('9f56341e81dd7a7467f13369cb1211a82de04181a355bdddf137175bf1545482');
  });
});
