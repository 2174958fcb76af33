import type { CampaignConfig } from '../core/campaign-config.ts';
import type { ControlEvent, EvaluationReport } from '../core/contracts.ts';
import { createMemoryStore, type MemoryTables } from './memory-store.ts';
import { describeCampaignStore } from './store-conformance.ts';

describeCampaignStore('memory', async () => {
  const tables: MemoryTables = new Map();
  return {
    open: async () => createMemoryStore(tables),
    damage: async (kind, campaignId) => {
      const t = tables.get(campaignId);
      if (t === undefined) throw new Error(`no campaign ${campaignId} to damage`);
      if (kind === 'campaign') t.campaign.config = { name: 'broken' } as CampaignConfig;
      if (kind === 'snapshot') t.snapshot.headHash = 'broken';
      if (kind === 'event') t.events[0] = { ...t.events[0], sequence: -1 } as ControlEvent;
      if (kind === 'report') t.reports[0] = { ...t.reports[0], seconds: 'x' } as unknown as EvaluationReport;
      if (kind === 'episode') for (const body of t.bodies.values()) body.fill(7, 12);
      if (kind === 'checkpoint')
        for (const stored of t.checkpoints.values()) stored.bytes = new Uint8Array(1);
    },
    dispose: async () => tables.clear(),
  };
});
