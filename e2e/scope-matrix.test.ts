import { expect } from 'chai';
import { costplaneJson } from './support/costplane.ts';
import { type DocumentedOperation, fillPath, operationsOf } from './support/operations.ts';
import { startTenants, type Tenants } from './support/tenants.ts';

/** The scopes of the contract. */
const scopes = [
  'organization:read',
  'clusters:read',
  'namespaces:read',
  'workloads:read',
  'nodes:read',
  'recommendations:read',
  'teams:read',
  'departments:read',
  'cost_explorer:read',
];

describe('a key with one scope', () => {
  let tenants: Tenants;
  let operations: readonly DocumentedOperation[];
  const keys = new Map<string, string>();

  before(async function () {
    this.timeout(60_000);
    tenants = await startTenants();
    operations = operationsOf(tenants.client);
    for (const scope of scopes) keys.set(scope, await createKeyWith(scope));
  });
  after(() => tenants.stop());

  /** The command line knows the scopes of the loaded plugins alone; a key may outlive a plugin. */
  async function createKeyWith(scope: string): Promise<string> {
    const isServed = operations.some((operation) => operation.scope === scope);
    if (isServed) return tenants.createKey('acme', { scopes: [scope] });
    const key = await tenants.createKey('acme', { scopes: ['clusters:read'] });
    const changed = await tenants.database.sql(
      `update api_keys set scopes = $1
        where created_at = (select max(created_at) from api_keys) returning id`,
      [[scope]],
    );
    expect(changed).to.have.length(1);
    return key;
  }

  /** Asks with the ids of what there is, so that nothing but the scope stands in the way. */
  const ask = ({ method, path }: DocumentedOperation, key?: string) => {
    expect(method, `${path}: this test asks by GET alone`).to.equal('get');
    return tenants.client.get(fillPath(path, tenants.north.paths), key);
  };

  it('is possible for every scope that is served, and for no other than the contract has', () => {
    const served = operations.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
    expect(scopes).to.include.members(served);
    expect(new Set(served).size).to.be.greaterThan(1);
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
        const { path, scope: required } = operation;
        const { status, text, body } = await ask(operation, key);
        if (required === undefined || required === scope) {
          expect(status, `${path}: ${text}`).to.equal(200);
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

  it('is refused before its ids are looked at', async () => {
    const key = keys.get('cost_explorer:read');
    for (const { path } of operations.filter(({ pathParameters }) => pathParameters.length > 0)) {
      const malformed = path.replaceAll(/\{[^}]+\}/g, 'malformed');
      const { status, body } = await tenants.client.get(`${malformed}?colour=red`, key);
      expect([status, body.error.code], path).to.eql([403, 'FORBIDDEN']);
    }
  });
});
