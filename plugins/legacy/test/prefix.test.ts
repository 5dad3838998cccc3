import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';

const legacy = new URL('../src/index.ts', import.meta.url);
const neighbour = new URL('./fixtures/neighbour/index.js', import.meta.url);

const older = [
  '/v1/namespaces',
  '/v1/namespaces/{namespace_name}/details',
  '/v1/namespaces/{namespace_name}/trends',
  '/v1/nodes',
  '/v1/nodes/{node_uid}/metrics',
  '/v1/node-groups',
  '/v1/node-groups/{group_name}/details',
  '/v1/costs/teams',
  '/v1/costs/departments',
  '/v1/overview',
  '/v1/dashboard',
];

describe('legacy routes: where they are mounted', () => {
  let app: TestApplication | undefined;
  afterEach(async () => {
    await app?.stop();
    app = undefined;
  });

  const boot = async (config: object | undefined, ...others: URL[]) => {
    const lines: string[] = [];
    app = await bootTestApplication({
      plugins: [...others, { entry: legacy, config }],
      onLog: (_level, _fields, message) => lines.push(message),
    });
    return { app, lines, paths: Object.keys(app.document.paths) };
  };

  it('are only under /legacy by default', async () => {
    const { app: served, paths } = await boot(undefined);
    expect(paths).to.eql(older.map((path) => `/legacy${path}`));
    expect((await served.get('/legacy/v1/overview')).body).to.have.property('detail');
    const elsewhere = await served.get('/v1/overview');
    expect([elsewhere.status, elsewhere.body.error.code]).to.eql([404, 'BAD_REQUEST']);
  });

  for (const prefix of ['/old', '/a/b-c/d_1.2', '/legacy/v1']) {
    it(`are under ${prefix} if configured`, async () => {
      const { app: served, paths } = await boot({ prefix });
      expect(paths).to.eql(older.map((path) => `${prefix}${path}`));
      expect((await served.get(`${prefix}/v1/overview`)).status).to.equal(401);
    });
  }

  it("with '' serve paths of no other plugin, and log the others at startup", async () => {
    const { app: served, paths, lines } = await boot({ prefix: '' }, neighbour);
    const taken = ['/v1/namespaces', '/v1/nodes'];
    expect(paths).to.have.members(older);
    const mine = older.filter((path) => !taken.includes(path));
    for (const path of mine) {
      expect((await served.get(path.replaceAll(/\{[^}]+\}/g, 'x'))).body).to.have.property(
        'detail',
      );
    }
    for (const path of taken) {
      expect((await served.get(path)).body.error.code).to.equal('UNAUTHORIZED');
    }
    expect(lines.filter((line) => line.includes('left out'))).to.eql(
      taken.map((path) => `GET ${path} is left out: costplane-plugin-neighbour serves this path`),
    );
  });

  it("with '' and no other plugin serve all paths", async () => {
    const { paths, lines } = await boot({ prefix: '' });
    expect(paths).to.eql(older);
    expect(lines.filter((line) => line.includes('left out'))).to.eql([]);
  });

  it('with a prefix do not affect other routes', async () => {
    const { app: served, lines } = await boot(undefined, neighbour);
    expect((await served.get('/v1/nodes')).body.error.code).to.equal('UNAUTHORIZED');
    expect((await served.get('/legacy/v1/nodes')).body).to.have.property('detail');
    expect(lines.filter((line) => line.includes('left out'))).to.eql([]);
  });

  for (const prefix of ['legacy', '/legacy/', '//x', '/{x}', '/..', '/v1/x', '/health', null]) {
    it(`refuses the prefix ${JSON.stringify(prefix)}`, async () => {
      const failure = await boot({ prefix }).then(
        () => undefined,
        (error: unknown) => error as Error,
      );
      expect(failure?.message).to.match(/config\.prefix must/);
    });
  }

  it('refuses an option that does not exist', async () => {
    const failure = await boot({ path: '/x' }).catch((error: unknown) => error as Error);
    expect((failure as Error).message).to.contain('unknown key "path"');
  });
});
