import { type EndpointCase, listRefusals } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootEstate, type Estate } from './estate.ts';

const anyText = { bad: ['x'.repeat(254), '\0'], code: 'BAD_REQUEST', isCsv: true } as const;
const uuids = ['nonsense', '123', '%', "x' or 1=1 --"];

const endpoints: Record<string, EndpointCase> = {
  '/v1/teams': {
    isPaged: true,
    costMode: 'accepts',
    hasBasis: true,
    parameters: {
      department_id: { bad: uuids, code: 'BAD_REQUEST', isCsv: true },
      origin: anyText,
    },
  },
  '/v1/teams/{id}': { isPaged: false, costMode: 'accepts', hasBasis: true },
  '/v1/teams/{id}/assignments': {
    isPaged: true,
    costMode: 'ignores',
    hasBasis: false,
    parameters: {
      cluster_id: { bad: uuids, code: 'INVALID_CLUSTER_ID', isCsv: true },
      entity_type: anyText,
      source: anyText,
    },
  },
  '/v1/departments': {
    isPaged: true,
    costMode: 'accepts',
    hasBasis: true,
    parameters: { origin: anyText },
  },
  '/v1/departments/{id}': { isPaged: false, costMode: 'accepts', hasBasis: true },
};

describe('refusals of teams and departments', () => {
  let estate: Estate;

  before(async () => {
    estate = await bootEstate();
  });
  after(() => estate.app.stop());

  for (const [path, endpoint] of Object.entries(endpoints)) {
    describe(`GET ${path}`, () => {
      for (const { query, status, code, detail } of listRefusals(endpoint)) {
        it(`answers ${status} ${code} to ?${query.slice(0, 80)}`, async () => {
          const url = `${path.replace('{id}', crypto.randomUUID())}?${query}`;

          const response = await estate.app.get(url, estate.key);

          expect(response.status).to.equal(status);
          expect(response.body.error.code).to.equal(code);
          expect(response.body.error.details[0]).to.deep.include(detail);
        });
      }
    });
  }
});
