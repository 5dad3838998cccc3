import { walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootFleet, type Fleet } from './fleet.ts';

describe('GET /v1/nodes: pages of large rows', () => {
  let fleet: Fleet;
  before(async () => (fleet = await bootFleet()));
  after(() => fleet.app.stop());

  it('end before 8 MiB, and a walk returns each row once', async () => {
    const cluster = await fleet.insertCluster('large');
    const labels = Object.fromEntries(
      Array.from({ length: 256 }, (_, nth) => [`key-${nth}`, 'x'.repeat(4_096)]),
    );
    const uids: string[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      uids.push(await fleet.insertNode(cluster, { name: `n-${nth}`, labels }));
    }
    for (const path of ['/v1/nodes', `/v1/clusters/${cluster}/nodes`]) {
      const listed = await walkPages(fleet.app, path, fleet.key, 500);
      expect(listed.map(({ id }) => id).sort()).to.eql([...uids].sort());
    }
  });
});
