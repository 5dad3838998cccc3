import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Browser } from 'playwright-core';
import { authorize } from './support/authorize.ts';
import { launchBrowser } from './support/browser.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { createDemoDatabase } from './support/demo-database.ts';
import { writeConfig } from './support/editions/write-config.ts';
import { executeOperation } from './support/execute-operation.ts';
import { temporaryFolder } from './support/folder.ts';
import { repository } from './support/paths.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, Media>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** Every plugin of the repository. */
const plugins = globSync(join(repository, 'plugins/*/openapi.yaml')).map((file) => ({
  package: `@costplane/plugin-${basename(dirname(file))}`,
}));

describe('the examples of the OpenAPI document', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let config: string;
  let document: Document;
  let operations: readonly Operation[];

  before(async () => {
    folder = await temporaryFolder();
    config = await writeConfig(folder.path, 'all', plugins);
    document = await costplaneJson<Document>(['openapi', '--config', config]);
    operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  });
  after(() => folder.remove());

  it('show a request and a response of every operation of every plugin', () => {
    expect(operations).to.have.length.above(45);
    const lacking = operations.filter(({ parameters, requestBody, responses }) => {
      const [response] = Object.values(responses[200]?.content ?? {});
      const inputs = [
        ...parameters.filter(({ required }) => required),
        ...Object.values(requestBody?.content ?? {}),
        ...(response ? [response] : []),
      ];
      return inputs.some(({ example }) => example === undefined);
    });
    expect(lacking.map(({ operationId }) => operationId)).to.eql([]);
  });

  it('match their schemas', () => {
    const ajv = new Ajv2020({
      strict: false,
      formats: { uuid: true, date: /^\d{4}-\d{2}-\d{2}$/, 'date-time': true },
    });
    // Compiled once for all examples: the references of each lead into one schema.
    ajv.addSchema({ components: document.components }, 'document');
    const refer = (schema: object) =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
    const wrong = operations.flatMap(({ operationId, parameters, requestBody, responses }) => {
      const media = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      return [...parameters, ...media]
        .filter(({ example }) => example !== undefined)
        .filter(({ schema, example }) => !ajv.validate(refer(schema), example))
        .map(({ example }) => `${operationId}: ${JSON.stringify(example)}`);
    });
    expect(wrong).to.eql([]);
  });

  describe('on the demo of npm start, in a browser', () => {
    let service: Service;
    let key: string;
    let browser: Browser;
    const cleanUp: (() => Promise<unknown>)[] = [];

    before(async function () {
      browser = await launchBrowser(this);
      const database = await createDemoDatabase();
      cleanUp.push(() => database.drop());
      const home = join(folder.path, 'home');
      service = await serve({ DATABASE_URL: database.url, COSTPLANE_HOME: home }, [
        'start',
        '--config',
        config,
        '--days',
        '0',
      ]);
      cleanUp.push(() => service.stop());
      key = (await readFile(join(home, 'demo-key'), 'utf8')).trim();
    });
    after(async () => {
      for (const step of cleanUp.reverse()) await step();
    });

    it('are prefilled, and return 200 when executed', async () => {
      const page = await browser.newPage();
      await page.goto(`${service.url}/v1/docs`);
      await authorize(page, key);
      const statuses: Record<string, string> = {};
      // A page that holds the whole document as a response is slow: that comes last.
      const isDiscovery = ({ tags }: Operation) => Number(tags.includes('Discovery'));
      for (const { operationId } of operations.toSorted(
        (one, other) => isDiscovery(one) - isDiscovery(other),
      )) {
        await page.getByLabel('Filter operations').fill(operationId);
        const operation = page.locator(`.opblock[id$="-${operationId}"]`);
        statuses[operationId] = await executeOperation(operation);
      }
      expect(statuses).to.eql(
        Object.fromEntries(operations.map(({ operationId }) => [operationId, '200'])),
      );
      await page.close();
    }).timeout(600_000);
  });
});
