import { expect } from 'chai';
import { costplaneJson } from '../support/costplane.ts';
import { describeEdition } from '../support/editions/describe-edition.ts';
import { pluginsAmong } from '../support/editions/start-edition.ts';
import {
  advice,
  agents,
  consolePage,
  documents,
  explorerPage,
  history,
  inventory,
  legacy,
  metrics,
  opencost,
  probes,
  volumes,
} from '../support/editions/surfaces.ts';

describeEdition(
  {
    name: 'enterprise',
    surfaces: [
      probes,
      documents,
      explorerPage,
      inventory,
      advice,
      volumes,
      history,
      metrics,
      consolePage,
      legacy,
      agents,
      opencost,
    ],
    scopes: [
      'clusters:read',
      'cost_explorer:read',
      'costs:departments:read',
      'costs:teams:read',
      'departments:read',
      'metrics:read',
      'namespaces:read',
      'node_groups:read',
      'nodes:read',
      'organization:read',
      'overview:read',
      'recommendations:read',
      'teams:read',
      'volumes:read',
      'workloads:read',
    ],
    refusedScopes: ['clusters:write', 'legacy:read'],
    tablesNotRead: [],
    packages: ['@modelcontextprotocol/server', 'hyparquet-writer', 'swagger-ui-dist'],
  },
  ({ running, client }) => {
    it('has the default plugins and the optional ones', async () => {
      const defaults = await costplaneJson<{ name: string }[]>(['plugin', 'list']);
      const names = defaults.map(({ name }) => name.replace('@costplane/plugin-', ''));
      expect(pluginsAmong(await running().imported())).to.have.members([
        ...names,
        'legacy',
        'mcp',
        'opencost',
      ]);
    });

    it('serves one path in two formats', async () => {
      const { key } = running();
      const { body: contract } = await client().get('/v1/namespaces', key);
      const { body: flat } = await client().get('/legacy/v1/namespaces', key);
      expect(contract).to.have.all.keys('data', 'meta');
      expect(flat).to.have.all.keys('namespaces', 'total', 'summary');
      expect(flat.namespaces.map(({ name }: { name: string }) => name)).to.have.members(
        contract.data.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
      );
    });

    it('reports errors of each format in that format', async () => {
      const contract = await client().get('/v1/namespaces');
      const flat = await client().get('/legacy/v1/namespaces');
      expect([contract.status, contract.body.error.code]).to.eql([401, 'UNAUTHORIZED']);
      expect([flat.status, Object.keys(flat.body)]).to.eql([401, ['detail']]);
    });
  },
);
