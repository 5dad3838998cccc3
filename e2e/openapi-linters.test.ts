import { expect } from 'chai';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { costplane } from './support/costplane.ts';
import { type PluginEntry, writeConfig } from './support/editions/write-config.ts';
import { temporaryFolder } from './support/folder.ts';
import { linters } from './support/openapi-linters/lint-openapi.ts';
import { repository } from './support/paths.ts';

const health = { package: '@costplane/plugin-health' };
const editionFiles = globSync(join(repository, 'e2e/editions/*.yaml')).sort();

/** Few plugins, with little that routes of others also refer to. */
const smallEditions: Readonly<Record<string, readonly PluginEntry[]>> = {
  'health alone': [health],
  'health and organization': [health, { package: '@costplane/plugin-organization' }],
  'health and clusters': [health, { package: '@costplane/plugin-clusters' }],
  "health and OpenCost's routes": [health, { package: '@costplane/plugin-opencost' }],
  'health and the legacy routes': [health, { package: '@costplane/plugin-legacy' }],
};

interface Document {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, { get?: Record<string, unknown> }>;
}

describe('the OpenAPI document checked by linters', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  before(async () => (folder = await temporaryFolder()));
  after(() => folder.remove());

  const write = async (name: string, content: string) => {
    const file = join(folder.path, name);
    await writeFile(file, content);
    return file;
  };

  /** What a service with a config answers at `/v1/openapi.json`; without one, that of all families. */
  const readDocument = async (config?: string) => {
    const named = config === undefined ? [] : ['--config', config];
    const { code, stdout, stderr } = await costplane(['openapi', ...named]);
    expect(code, stderr).to.equal(0);
    return stdout;
  };

  /** Config files by what they are called. */
  const editions: [name: string, config: () => Promise<string | undefined>][] = [
    ['the full product', () => Promise.resolve(undefined)],
    ...editionFiles.map((file): (typeof editions)[number] => [
      `the ${basename(file, '.yaml')} edition`,
      () => Promise.resolve(file),
    ]),
    ...Object.entries(smallEditions).map(([name, plugins]): (typeof editions)[number] => [
      name,
      () => writeConfig(folder.path, 'small', plugins),
    ]),
  ];

  it('is checked against them for every edition that is shipped as an example', () => {
    expect(editionFiles.map((file) => basename(file))).to.eql([
      'community.yaml',
      'cost-only.yaml',
      'enterprise.yaml',
    ]);
  });

  for (const [edition, config] of editions) {
    describe(`of ${edition}`, () => {
      let file: string;

      before(async () => {
        file = await write('openapi.json', await readDocument(await config()));
      });

      for (const [name, lint] of Object.entries(linters)) {
        it(`has no error and no warning of ${name}'s`, async () => {
          const findings = await lint(file);
          expect(findings, findings.join('\n')).to.eql([]);
        });
      }
    });
  }

  for (const [name, lint] of Object.entries(linters)) {
    it(`is rejected by ${name} with an injected error or warning`, async () => {
      const config = await writeConfig(folder.path, 'broken', [health]);
      const document = JSON.parse(await readDocument(config)) as Document;
      document.components.schemas.Unused = { type: 'object' };
      document.paths['/health/{missing}'] = { get: { ...document.paths['/health']?.get } };

      const findings = await lint(await write('broken.json', JSON.stringify(document)));

      expect(findings.some((finding) => finding.startsWith('error '))).to.equal(true);
      expect(findings.join('\n')).to.match(/^warn.*Unused/m);
    });
  }
});
