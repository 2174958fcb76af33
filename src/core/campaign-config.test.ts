import { describe, expect, it } from 'vitest';
import { CampaignConfigError, parseCampaignConfig } from './campaign-config.ts';

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
    [{ name: 'test', environments: {} }, /at least one environment/],
    ['not a config', /config: .*object/],
  ])('with a mistake is refused by its path: %j', (config, message) => {
    expect(() => parseCampaignConfig(config)).toThrow(CampaignConfigError);
    expect(() => parseCampaignConfig(config)).toThrow(message);
  });
});
