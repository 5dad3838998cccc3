import { expect } from 'chai';
import { parse } from 'yaml';
import { type Client, createClient } from '../client.ts';
import { costplane, costplaneJson } from '../costplane.ts';
import { listOperations } from '../operations.ts';
import {
  editionFile,
  packagesAmong,
  pluginsAmong,
  type RunningEdition,
  startEdition,
} from './start-edition.ts';
import { scopes as scopeTexts, type Surface } from './surfaces.ts';

/** What a client of an edition sees. */
export interface EditionExpectation {
  /** The name of its file in `e2e/editions`. */
  readonly name: string;
  readonly surfaces: readonly Surface[];
  /** The scopes of its routes, sorted. */
  readonly scopes: readonly string[];
  /** Scopes of the whole product (or of none) that it has not. */
  readonly refusedScopes: readonly string[];
  /**
   * Routes of the whole product that it lacks, and whose path one of its own routes takes, since it
   * ends with a name that may hold slashes: with the code that it answers.
   */
  readonly takenForNames?: Readonly<Record<string, string>>;
  /** Tables of the warehouse that nothing of it reads. */
  readonly tablesNotRead: readonly string[];
  /** Which of the packages that one plugin alone needs are loaded. */
  readonly packages: readonly string[];
}

interface Document {
  readonly info: object;
  readonly paths: Readonly<Record<string, object>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: { readonly apiKey: { readonly description: string } };
  };
}

interface ListedPlugin {
  readonly name: string;
  readonly routes: readonly string[];
  readonly left_out: readonly { readonly route: string }[];
}

/** What the tests of one edition share. */
export interface EditionUnderTest {
  readonly running: () => RunningEdition;
  readonly client: () => Client;
}

const whole = 'enterprise';
const ownPackages = ['@modelcontextprotocol/server', 'hyparquet-writer', 'swagger-ui-dist'];
const unique = (values: readonly string[]) => [...new Set(values)];

/** Every code of an error that a document has. */
function listErrorCodes(document: Document): string[] {
  const codes = new Set<string>();
  JSON.stringify(document, (key, value: { enum?: string[] } | null) => {
    if (key === 'code') value?.enum?.forEach((code) => codes.add(code));
    return value;
  });
  return [...codes];
}

/** An answer without what is of this request alone. */
async function readAnswer(url: string, method: string, key?: string) {
  const response = await fetch(url, {
    method,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  });
  const { meta, ...body } = (await response.json()) as Record<string, object>;
  return { status: response.status, meta: Object.keys(meta!), ...body };
}

/** Tests that hold what is served with the config of an edition against a table. */
export function describeEdition(
  expected: EditionExpectation,
  describeMore: (edition: EditionUnderTest) => void,
): void {
  const { name, surfaces, scopes, refusedScopes, takenForNames = {}, tablesNotRead } = expected;
  const config = editionFile(name);
  const isWhole = name === whole;
  const plugins = unique(surfaces.flatMap((surface) => surface.plugins));
  const operations = Object.assign({}, ...surfaces.map((surface) => surface.operations)) as Record<
    string,
    readonly [string, string?]
  >;

  describe(`the ${name} edition`, () => {
    let edition: RunningEdition;
    let client: Client;
    let document: Document;
    let ownPlugins: readonly ListedPlugin[];
    /** Of the edition that has all there is. */
    let allPlugins: readonly ListedPlugin[];

    before(async () => {
      edition = await startEdition(config, { tablesNotRead });
      client = await createClient(edition.service.url);
      document = client.document as unknown as Document;
      const list = ['plugin', 'list', '--config'];
      ownPlugins = await costplaneJson([...list, config]);
      allPlugins = isWhole ? ownPlugins : await costplaneJson([...list, editionFile(whole)]);
    });
    after(() => edition.stop());

    /** What the command line says that a config would serve, at the address of this service. */
    const described = (...args: string[]) =>
      costplaneJson<Document>(['openapi', ...args], { PORT: new URL(edition.service.url).port });
    const listRoutes = (listed: readonly ListedPlugin[]) => listed.flatMap(({ routes }) => routes);

    /** The routes of the whole product that this edition lacks. */
    const lacking = () => {
      const own = new Set(listRoutes(ownPlugins));
      return listRoutes(allPlugins)
        .filter((route) => !own.has(route))
        .map((route) => {
          const [method = '', path = ''] = route.split(' ');
          return { route, method, url: edition.service.url + edition.urlOf({ path, query: [] }) };
        });
    };

    it('has exactly these operations, each with its scope', () => {
      const served = listOperations(client).map(({ method, path, scope }) => {
        const item = document.paths[path] as Record<string, { operationId: string }>;
        const operation = [item[method]!.operationId, ...(scope === undefined ? [] : [scope])];
        return [`${method.toUpperCase()} ${path}`, operation];
      });
      expect(Object.fromEntries(served)).to.eql(operations);
    });

    it('has exactly their tags, schemas and error codes', () => {
      const union = (part: 'tags' | 'schemas' | 'errors') =>
        unique(surfaces.flatMap((surface) => surface[part]));
      const isLast = (tag: string) => ['Health', 'Discovery'].includes(tag);
      const tags = union('tags');
      expect(document.tags.map((tag) => tag.name)).to.eql([
        ...tags.filter((tag) => !isLast(tag)),
        ...tags.filter(isLast),
      ]);
      expect(Object.keys(document.components.schemas)).to.have.members(union('schemas'));
      expect(listErrorCodes(document)).to.have.members(union('errors'));
    });

    it('describes exactly its scopes', () => {
      const lines = scopes.map((scope) => `- \`${scope}\`: ${scopeTexts[scope]}`);
      expect(document.components.securitySchemes.apiKey.description).to.equal(
        ['An API key of the organization. Scopes:', ...lines].join('\n'),
      );
      for (const scope of refusedScopes) {
        expect(JSON.stringify(document)).to.not.contain(scope);
      }
    });

    it('has the same descriptions as every other edition', async () => {
      const [less, more] = isWhole
        ? [await described(), document]
        : [document, await described('--config', editionFile(whole))];
      expect(less.info).to.eql(more.info);
      for (const [path, item] of Object.entries(less.paths)) {
        expect(item, path).to.eql(more.paths[path]);
      }
      for (const [title, schema] of Object.entries(less.components.schemas)) {
        expect(schema, title).to.eql(more.components.schemas[title]);
      }
    });

    it('is what `costplane openapi --config` prints, as JSON and as YAML', async () => {
      expect(await described('--config', config)).to.eql(document);
      const printed = await costplane(['openapi', '--yaml', '--config', config], {
        PORT: new URL(edition.service.url).port,
      });
      const yaml = await client.get('/v1/openapi.yaml');
      expect(printed.stdout).to.equal(yaml.text);
      expect(parse(yaml.text)).to.eql(document);
    });

    it('is what `costplane plugin list --config` shows', () => {
      const names = plugins.map((plugin) => `@costplane/plugin-${plugin}`);
      expect(ownPlugins.map((plugin) => plugin.name)).to.eql(names);
      const undocumented = listRoutes(ownPlugins).filter((route) => !(route in operations));
      const pages =
        /^(GET \/|GET \/v1\/docs\/.+|(GET|POST) \/console(\/.*)?|POST \/mcp|GET \/opencost\/model\/.+)$/;
      expect(undocumented.filter((route) => !pages.test(route))).to.eql([]);
      expect(listRoutes(ownPlugins)).to.have.members([...Object.keys(operations), ...undocumented]);
      const replaced = plugins.includes('console') ? ['GET /'] : [];
      expect(ownPlugins.flatMap((plugin) => plugin.left_out.map(({ route }) => route))).to.eql(
        replaced,
      );
    });

    it('creates keys only with its scopes', async () => {
      expect(edition.keyScopes).to.eql(scopes);
      const asked = ['key', 'create', '--org', 'acme', '--config', config, '--scope', ...scopes];
      const named = await costplaneJson<{ scopes: string[] }>(asked, {
        DATABASE_URL: edition.environment.DATABASE_URL,
      });
      expect(named.scopes).to.eql(scopes);
      const { code, stdout, stderr } = await costplane(
        ['key', 'create', '--org', 'acme', '--config', config, '--scope', ...refusedScopes],
        { DATABASE_URL: edition.environment.DATABASE_URL },
      );
      const refused = refusedScopes.map((scope) => `"${scope}"`).join(' or ');
      expect(stderr).to.equal(
        `costplane: No loaded plugin has the scope ${refused}; use one of ${scopes.join(', ')}, or all\n`,
      );
      expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
    });

    if (!isWhole) {
      // Of the whole product the scope matrix holds it.
      it('answers a key of each scope where it is required, and nowhere else', async () => {
        for (const scope of scopes) {
          const key = await edition.copyKey(scope);
          for (const operation of listOperations(client)) {
            const { status, text } = await edition.ask(client, operation, key);
            const isOpen = operation.scope === undefined || operation.scope === scope;
            expect(status, `${scope}, ${operation.path}: ${text}`).to.equal(isOpen ? 200 : 403);
          }
        }
      });

      it('answers every missing path of the full product like an unknown path', async () => {
        const unknown = await readAnswer(`${edition.service.url}/v1/nothing`, 'GET');
        expect(unknown).to.have.property('status', 404);
        expect(unknown).to.have.nested.property('error.code', 'BAD_REQUEST');
        for (const { route, method, url } of lacking()) {
          const answer = await readAnswer(url, method, edition.key);
          if (route in takenForNames) {
            expect(answer, route).to.have.property('status', 404);
            expect(answer, route).to.have.nested.property('error.code', takenForNames[route]);
          } else {
            expect(answer, route).to.eql(unknown);
            expect(await readAnswer(url, method), route).to.eql(unknown);
          }
        }
      });
    }

    it('has exactly its operations in its metrics', async () => {
      for (const operation of listOperations(client)) {
        expect((await edition.ask(client, operation, edition.key)).status).to.equal(200);
      }
      for (const { method, url } of lacking()) await readAnswer(url, method, edition.key);
      const metrics = await (await fetch(edition.service.metricsUrl)).text();
      const counted = [...metrics.matchAll(/operation="([^"]+)"/g)].map(([, id]) => id!);
      const ids = Object.values(operations).map(([operationId]) => operationId);
      const others = unique(counted).filter((id) => !ids.includes(id));
      expect(unique(counted)).to.include.members(ids);
      expect(others.filter((id) => id !== 'none')).to.eql([]);
      const leftOut = allPlugins.map((plugin) => plugin.name.replace('@costplane/plugin-', ''));
      for (const plugin of leftOut.filter((left) => !plugins.includes(left))) {
        expect(metrics).to.not.match(new RegExp(`"(@costplane/plugin-)?${plugin}"`));
      }
    });

    it('imports only its own plugins', async () => {
      const exporting = listOperations(client).find(({ path }) => path === '/v1/exports/focus');
      if (exporting !== undefined) {
        // What writes Parquet is loaded with the first such file.
        const url = `${edition.urlOf(exporting)}&format=parquet`;
        const { status, text } = await client.get(url, edition.key);
        expect(status, text).to.equal(200);
      }
      const imported = await edition.imported();
      expect(pluginsAmong(imported)).to.have.members(plugins);
      expect(packagesAmong(imported, ownPackages)).to.eql(expected.packages);
    });

    if (tablesNotRead.length > 0) describeTablesNotRead(tablesNotRead, () => edition);
    describeMore({ running: () => edition, client: () => client });
  });
}

function describeTablesNotRead(tables: readonly string[], edition: () => RunningEdition): void {
  it('does not need tables that only missing plugins read', async () => {
    // This service runs without them; the full product does not start.
    const { code, stderr } = await costplane(['serve', '--config', editionFile(whole)], {
      DATABASE_URL: edition().environment.DATABASE_URL,
      PORT: '0',
      MANAGEMENT_PORT: '0',
    });
    for (const table of tables) {
      expect(stderr).to.match(
        new RegExp(`plugin @costplane/plugin-[a-z-]+: reads the (table|column) ${table}[,.]`),
      );
    }
    expect(code).to.equal(1);
  });
}
