import { expect } from 'chai';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { costplane } from './support/costplane.ts';
import { type PluginEntry, writeConfig } from './support/editions/write-config.ts';
import { temporaryFolder } from './support/folder.ts';
import { type Linter, linters } from './support/openapi-linters/lint-openapi.ts';
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

describe('the OpenAPI document checked by linters', function () {
  this.timeout(300_000);
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  /** By linter: what it has found in each document, in the order of the editions, the broken one last. */
  const findings: Record<string, Awaited<ReturnType<Linter>>> = {};

  /** What a service with a config answers at `/v1/openapi.json`; without one, that of all families. */
  const readDocument = async (config?: string) => {
    const named = config === undefined ? [] : ['--config', config];
    const { code, stdout, stderr } = await costplane(['openapi', ...named]);
    expect(code, stderr).to.equal(0);
    return stdout;
  };

  const readSmallDocument = async (plugins: readonly PluginEntry[]) =>
    readDocument(await writeConfig(folder.path, 'small', plugins));

  const breakDocument = async () => {
    const document = JSON.parse(await readSmallDocument([health])) as Document;
    document.components.schemas.Unused = { type: 'object' };
    document.paths['/health/{missing}'] = { get: { ...document.paths['/health']?.get } };
    return JSON.stringify(document);
  };

  /** Documents by what they are called. */
  const editions = new Map<string, () => Promise<string>>([
    ['the full product', () => readDocument()],
    ...editionFiles.map(
      (file) => [`the ${basename(file, '.yaml')} edition`, () => readDocument(file)] as const,
    ),
    ...Object.entries(smallEditions).map(
      ([name, plugins]) => [name, () => readSmallDocument(plugins)] as const,
    ),
  ]);

  before(async () => {
    folder = await temporaryFolder();
    const files: string[] = [];
    for (const read of [...editions.values(), breakDocument]) {
      const file = join(folder.path, `${files.length}.json`);
      await writeFile(file, await read());
      files.push(file);
    }
    for (const [name, lint] of Object.entries(linters)) findings[name] = await lint(files);
  });
  after(() => folder.remove());

  it('is checked against them for every edition that is shipped as an example', () => {
    expect(editionFiles.map((file) => basename(file))).to.eql([
      'community.yaml',
      'cost-only.yaml',
      'enterprise.yaml',
    ]);
  });

  for (const [index, edition] of [...editions.keys()].entries()) {
    for (const name of Object.keys(linters)) {
      it(`of ${edition} has no error and no warning of ${name}'s`, () => {
        const found = findings[name]![index]!;
        expect(found, found.join('\n')).to.eql([]);
      });
    }
  }

  for (const name of Object.keys(linters)) {
    it(`is rejected by ${name} with an injected error or warning`, () => {
      const found = findings[name]!.at(-1)!;
      expect(found.some((finding) => finding.startsWith('error '))).to.equal(true);
      expect(found.join('\n')).to.match(/^warn.*Unused/m);
    });
  }
});
