import { expect } from 'chai';
import { costplaneJson } from '../support/costplane.ts';
import {
  packagesAmong,
  pluginsAmong,
  type RunningEdition,
  startEdition,
} from '../support/editions/start-edition.ts';
import { pluginsOfEdition, writeConfig } from '../support/editions/write-config.ts';
import { temporaryFolder } from '../support/folder.ts';

const health = '@costplane/plugin-health';
const switchedOff = [
  '/v1/openapi.json',
  '/v1/openapi.yaml',
  '/v1/docs',
  '/v1/docs/initializer.js',
  '/v1/docs/swagger-ui.css',
  '/v1/docs/swagger-ui-bundle.js',
  '/v1/docs/favicon-32x32.png',
];

describe('the cost-only edition without a document and without the explorer page', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let config: string;
  let edition: RunningEdition;

  before(async () => {
    folder = await temporaryFolder();
    const plugins = (await pluginsOfEdition('cost-only')).map((plugin) =>
      plugin.package === health
        ? { package: health, config: { openapi: false, docs: false } }
        : plugin,
    );
    config = await writeConfig(folder.path, 'silent', plugins);
    edition = await startEdition(config);
  });
  after(async () => {
    await edition.stop();
    await folder.remove();
  });

  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${edition.key}` };
    const response = await fetch(edition.service.url + path, { headers });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of any shape
    return { status: response.status, body: (await response.json()) as any };
  };

  it('answers their paths like unknown paths', async () => {
    const unknown = await get('/v1/nothing');
    expect([unknown.status, unknown.body.error.code]).to.eql([404, 'BAD_REQUEST']);
    for (const path of switchedOff) {
      const { status, body } = await get(path);
      expect([status, body.error], path).to.eql([404, unknown.body.error]);
    }
  });

  it('serves everything else', async () => {
    for (const path of ['/health', '/health/live', '/health/ready']) {
      expect((await get(path)).status, path).to.equal(200);
    }
    const end = Math.floor(Date.now() / 1000);
    const trend = await get(
      `/v1/organizations/dashboard/cost-trend?start=${end - 86_400}&end=${end}`,
    );
    expect(trend.body.data.points.length).to.be.greaterThan(0);
  });

  it('is described by the CLI without them', async () => {
    const document = await costplaneJson<{ paths: object; tags: { name: string }[] }>([
      'openapi',
      '--config',
      config,
    ]);
    expect(document.paths).to.not.have.any.keys(switchedOff);
    expect(document.tags.map(({ name }) => name)).to.not.include('Discovery');
  });

  it('does not need Swagger UI to be installed', async () => {
    const imported = await edition.imported();
    expect(pluginsAmong(imported)).to.include('health');
    expect(packagesAmong(imported, ['swagger-ui-dist'])).to.eql([]);
  });
});
