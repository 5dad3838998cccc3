import { expect } from 'chai';
import { describeEdition } from '../support/editions/describe-edition.ts';
import { documents, history, probes } from '../support/editions/surfaces.ts';
import { listOperations } from '../support/operations.ts';

describeEdition(
  {
    name: 'cost-only',
    surfaces: [probes, documents, history],
    scopes: [
      'clusters:read',
      'cost_explorer:read',
      'namespaces:read',
      'nodes:read',
      'organization:read',
      'workloads:read',
    ],
    refusedScopes: [
      'costs:departments:read',
      'costs:teams:read',
      'departments:read',
      'node_groups:read',
      'overview:read',
      'recommendations:read',
      'teams:read',
    ],
    tablesNotRead: [
      'pods',
      'recommendations',
      'teams',
      'departments',
      'team_assignments',
      'workload_teams',
      'assignment_figures',
    ],
    packages: ['hyparquet-writer'],
  },
  ({ running, client }) => {
    it('has the history of resources that none of its routes lists', async () => {
      const trends = listOperations(client()).filter(({ path }) => path.endsWith('/cost-trend'));
      expect(trends).to.have.length(5);
      for (const operation of trends) {
        const { body } = await running().ask(client(), operation, running().key);
        expect(body.data.points.length, operation.path).to.be.greaterThan(0);
      }
      const { body } = await client().post('/v1/cost-explorer/query', {}, running().key);
      expect(body.data.rows).to.be.an('array').that.is.not.empty;
    });
  },
);
