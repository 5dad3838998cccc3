import { expect } from 'chai';
import { costplaneJson } from './support/costplane.ts';
import { type DocumentedOperation, listOperations, makeUrl } from './support/operations.ts';
import { startTenants, type Tenants } from './support/tenants.ts';

/** The scopes of the contract, and those of our own (decision 59). */
const scopes = [
  'organization:read',
  'clusters:read',
  'namespaces:read',
  'workloads:read',
  'nodes:read',
  'recommendations:read',
  'volumes:read',
  'teams:read',
  'departments:read',
  'cost_explorer:read',
  'metrics:read',
];

describe('a key with one scope', () => {
  let tenants: Tenants;
  let operations: readonly DocumentedOperation[];
  const keys = new Map<string, string>();

  before(async function () {
    this.timeout(60_000);
    tenants = await startTenants();
    operations = listOperations(tenants.client);
    for (const scope of scopes) {
      keys.set(scope, await tenants.createKey('acme', { scopes: [scope] }));
    }
  });
  after(() => tenants.stop());

  /** Asks for what there is with all that is required, so that only the scope stands in the way. */
  const ask = (operation: DocumentedOperation, key?: string) => {
    const url = makeUrl(operation, tenants.north.paths);
    return operation.method === 'post'
      ? tenants.client.post(url, {}, key)
      : tenants.client.get(url, key);
  };

  it('is possible for every scope that is served, and for no other', () => {
    const served = operations.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
    expect([...new Set(served)]).to.have.members(scopes);
  });

  it('is refused by the command line where no plugin has the scope', async () => {
    const environment = { DATABASE_URL: tenants.database.url };
    const args = ['key', 'create', '--org', 'acme', '--scope', 'clusters:write'];
    const [failure] = await Promise.allSettled([costplaneJson(args, environment)]);
    expect(failure.status).to.equal('rejected');
  });

  for (const scope of scopes) {
    it(`is answered where ${scope} is required, and refused everywhere else`, async () => {
      const key = keys.get(scope);
      for (const operation of operations) {
        const { method, path, scope: required } = operation;
        const { status, text, body } = await ask(operation, key);
        if (required === undefined || required === scope) {
          expect(status, `${method} ${path}: ${text}`).to.equal(200);
        } else {
          expect([status, body.error.code], path).to.eql([403, 'FORBIDDEN']);
          expect(body.error.details, path).to.eql([{ reason: 'missing_scope', required }]);
          expect(body.data).to.equal(null);
        }
      }
    });
  }

  it('is needed wherever a scope is required, and nowhere else', async () => {
    for (const operation of operations) {
      const { status, text } = await ask(operation);
      expect(status, text).to.equal(operation.scope === undefined ? 200 : 401);
    }
  });

  it('is refused before its ids, its parameters and its body are looked at', async () => {
    const createKeyFor = (scope: string) =>
      keys.get(scope === 'cost_explorer:read' ? 'teams:read' : 'cost_explorer:read');
    for (const { method, path, scope } of operations) {
      if (scope === undefined) continue;
      const url = `${path.replaceAll(/\{[^}]+\}/g, 'malformed')}?colour=red`;
      const { status, body } =
        method === 'post'
          ? await tenants.client.post(url, [], createKeyFor(scope))
          : await tenants.client.get(url, createKeyFor(scope));
      expect([status, body.error.code], path).to.eql([403, 'FORBIDDEN']);
    }
  });
});
