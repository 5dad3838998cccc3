import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { linters } from './support/openapi-linters/lint-openapi.ts';

const health = '@costplane/plugin-health';
const organization = '@costplane/plugin-organization';
const clusters = '@costplane/plugin-clusters';
const history = ['trends', 'explorer', 'focus-export'].map((name) => `@costplane/plugin-${name}`);

/** The plugins of each edition; without any, those of the full product. */
const editions: Readonly<Record<string, readonly string[]>> = {
  'the full product': [],
  'health alone': [health],
  'health and organization': [health, organization],
  'health and clusters': [health, clusters],
  'health and history': [health, ...history],
  'health and the older routes': [health, '@costplane/plugin-legacy'],
};

interface Document {
  components: { schemas: Record<string, unknown> };
  paths: Record<string, { get?: Record<string, unknown> }>;
}

describe('the OpenAPI document, by the linters', () => {
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  before(async () => {
    database = await createDatabase();
    folder = await temporaryFolder();
  });
  after(async () => {
    await database.drop();
    await folder.remove();
  });

  const write = async (name: string, content: string) => {
    const file = join(folder.path, name);
    await writeFile(file, content);
    return file;
  };

  /** What a service with these plugins answers at `/v1/openapi.json`. */
  const servedBy = async (plugins: readonly string[]) => {
    const lines = plugins.map((plugin) => `  - package: '${plugin}'\n`);
    const service = await serve({
      DATABASE_URL: database.url,
      COSTPLANE_CONFIG:
        lines.length === 0
          ? undefined
          : await write('costplane.config.yaml', `plugins:\n${lines.join('')}`),
    });
    try {
      return await (await fetch(`${service.url}/v1/openapi.json`)).text();
    } finally {
      await service.stop();
    }
  };

  for (const [edition, plugins] of Object.entries(editions)) {
    describe(`of ${edition}`, () => {
      let file: string;

      before(async function () {
        this.timeout(30_000);
        file = await write('openapi.json', await servedBy(plugins));
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
    it(`would be refused by ${name} for an error and for a warning`, async () => {
      const document = JSON.parse(await servedBy([health])) as Document;
      document.components.schemas.Unused = { type: 'object' };
      document.paths['/health/{missing}'] = { get: { ...document.paths['/health']?.get } };

      const findings = await lint(await write('broken.json', JSON.stringify(document)));

      expect(findings.some((finding) => finding.startsWith('error '))).to.equal(true);
      expect(findings.join('\n')).to.match(/^warn.*Unused/m);
    });
  }
});
