import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { costplaneJson } from '../support/costplane.ts';
import { describeEdition } from '../support/editions/describe-edition.ts';
import { editionFile } from '../support/editions/start-edition.ts';
import { documents, explorerPage, inventory, probes } from '../support/editions/surfaces.ts';
import { temporaryFolder } from '../support/folder.ts';

describeEdition(
  {
    name: 'community',
    surfaces: [probes, documents, explorerPage, inventory],
    scopes: [
      'clusters:read',
      'namespaces:read',
      'nodes:read',
      'organization:read',
      'workloads:read',
    ],
    refusedScopes: [
      'cost_explorer:read',
      'costs:departments:read',
      'costs:teams:read',
      'departments:read',
      'node_groups:read',
      'overview:read',
      'recommendations:read',
      'teams:read',
    ],
    takenForNames: {
      'GET /v1/clusters/{cluster_id}/node-groups/{name}/cost-trend': 'NODE_GROUP_NOT_FOUND',
    },
    tablesNotRead: [
      'owner_descriptions',
      'cluster_hours',
      'namespace_hours',
      'namespace_days',
      'workload_hours',
      'workload_days',
      'node_hours',
      'node_days',
      'container_days',
    ],
    packages: ['swagger-ui-dist'],
  },
  ({ running, client }) => {
    it('lists the reported resources with their cost per hour', async () => {
      const { data } = (await client().get('/v1/workloads', running().key)).body;
      const names = data.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
      expect(names).to.have.members(['web', 'cart', 'restored', 'agent', 'backup']);
      for (const { cost } of data) {
        expect(cost.current_run_rate_hourly.amount).to.match(/^\d+\.\d{4}$/);
      }
    });

    it('becomes any larger edition by removing comment marks', async () => {
      const folder = await temporaryFolder();
      try {
        const file = join(folder.path, 'larger.yaml');
        const text = await readFile(editionFile('community'), 'utf8');
        await writeFile(file, text.replaceAll(/^ {2}# (?=- package)/gm, '  '));
        const list = ['plugin', 'list', '--config'];
        const own = await costplaneJson<object[]>([...list, editionFile('community')]);
        const all = await costplaneJson<object[]>([...list, file]);
        expect(all).to.have.length(own.length + 7);
      } finally {
        await folder.remove();
      }
    });

    it('has the API explorer, with all of its parts', async () => {
      const page = await client().get('/v1/docs');
      const parts = [...page.text.matchAll(/(?:src|href)="\.\/(docs\/[^"]+)"/g)];
      expect(parts).to.have.length(5);
      for (const [, part] of parts) {
        expect((await client().get(`/v1/${part}`)).status, part).to.equal(200);
      }
    });
  },
);
