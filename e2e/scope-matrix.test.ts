import { expect } from 'chai';
import { costplaneJson } from './support/costplane.ts';
import { callTool, listTools } from './support/mcp-client.ts';
import { copyKey } from './support/mint-key.ts';
import {
  type DocumentedOperation,
  listOperations,
  makeArguments,
  makeUrl,
} from './support/operations.ts';
import { startTenants, type Tenants } from './support/tenants.ts';

/** The scopes of the contract, those of our own (decision 59), and those of the legacy routes. */
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
  'node_groups:read',
  'costs:teams:read',
  'costs:departments:read',
  'overview:read',
];

describe('a key with one scope', () => {
  let tenants: Tenants;
  let operations: readonly DocumentedOperation[];
  const keys = new Map<string, string>();

  before(async () => {
    tenants = await startTenants();
    operations = listOperations(tenants.client);
    const all = await tenants.createKey('acme');
    for (const scope of scopes) {
      const [key] = (await copyKey(tenants.database, all, 1, { scopes: [scope] })) as [string];
      keys.set(scope, key);
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

  it('can be created for exactly the served scopes', () => {
    const served = operations.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
    expect([...new Set(served)]).to.have.members(scopes);
  });

  it('is rejected by the CLI if no plugin has the scope', async () => {
    const environment = { DATABASE_URL: tenants.database.url };
    const args = ['key', 'create', '--org', 'acme', '--scope', 'clusters:write'];
    const [failure] = await Promise.allSettled([costplaneJson(args, environment)]);
    expect(failure.status).to.equal('rejected');
  });

  for (const scope of scopes) {
    it(`is answered where ${scope} is required, and refused everywhere else`, async () => {
      const key = keys.get(scope);
      for (const operation of operations) {
        const { method, path, scope: required, hasErrorCodes } = operation;
        const { status, text, body } = await ask(operation, key);
        if (required === undefined || required === scope) {
          expect(status, `${method} ${path}: ${text}`).to.equal(200);
        } else if (!hasErrorCodes) {
          expect(status, path).to.equal(403);
        } else {
          expect([status, body.error.code], path).to.eql([403, 'FORBIDDEN']);
          expect(body.error.details, path).to.eql([{ reason: 'missing_scope', required }]);
          expect(body.data).to.equal(null);
        }
      }
    });
  }

  it('is offered as tools of MCP the operations of its scope, and they answer', async () => {
    const tools = new Set(
      operations.flatMap(({ scope, operationId, answersData }) =>
        scope !== undefined && answersData ? [operationId] : [],
      ),
    );
    expect(tools.size).to.be.greaterThan(30);
    for (const scope of scopes) {
      const key = keys.get(scope)!;
      const own = operations.filter((one) => one.scope === scope && tools.has(one.operationId));
      const offered = (await listTools(tenants.url, key)).filter((name) => tools.has(name));
      expect(offered, scope).to.have.members(own.map(({ operationId }) => operationId));
      for (const operation of own) {
        const given = makeArguments(operation, tenants.north.paths);
        const { isError, text } = await callTool(tenants.url, key, operation.operationId, given);
        expect(isError, `${operation.operationId}: ${text}`).to.equal(false);
      }
    }
  });

  it('is needed wherever a scope is required, and nowhere else', async () => {
    for (const operation of operations) {
      const { status, text } = await ask(operation);
      expect(status, text).to.equal(operation.scope === undefined ? 200 : 401);
    }
  });

  it('is rejected before ids, parameters and body are validated', async () => {
    const createKeyFor = (scope: string) =>
      keys.get(scope === 'cost_explorer:read' ? 'teams:read' : 'cost_explorer:read');
    for (const { method, path, scope, hasErrorCodes } of operations) {
      if (scope === undefined) continue;
      const url = `${path.replaceAll(/\{[^}]+\}/g, 'malformed')}?colour=red`;
      const { status, body } =
        method === 'post'
          ? await tenants.client.post(url, [], createKeyFor(scope))
          : await tenants.client.get(url, createKeyFor(scope));
      expect(status, path).to.equal(403);
      if (hasErrorCodes) expect(body.error.code, path).to.equal('FORBIDDEN');
    }
  });
});
