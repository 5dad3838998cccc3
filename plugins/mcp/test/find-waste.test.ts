import { expect } from 'chai';
import { type Ask } from '../src/composed/composition.ts';
import { findWaste } from '../src/composed/find-waste.ts';

describe('find_waste', () => {
  it('finds no unused requests where a cluster does not measure use', async () => {
    const workload = { workloadName: 'ingress', namespace: 'ingress' };
    const measured = {
      ...workload,
      clusterName: 'a',
      cpuCost: '10.0000',
      cpuEfficiencyPercent: 80,
    };
    const rows = {
      detail: [measured, { ...workload, clusterName: 'b', cpuCost: '90.0000' }],
      grouped: [{ ...workload, cpuCost: '100.0000', cpuEfficiencyPercent: 8 }],
    };
    const ask: Ask = <Data>(operationId: string, given: object) => {
      const { view_mode: view } = given as { view_mode: keyof typeof rows };
      const costs = { rows: rows[view], summary: { currency: 'USD' } };
      return Promise.resolve((operationId === 'queryCostExplorer' ? costs : []) as Data);
    };
    const found = await findWaste.compose({ limit: 5 }, ask, new Date('2026-07-15T10:00:00Z'));
    expect(found).to.deep.include({ over_requested: [{ ...measured, unused_cost: '2.0000' }] });
  });
});
