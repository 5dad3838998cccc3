import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { type StartupError } from '@costplane/plugin-api/internal';
import { checkKernelRange, tryLoadPlugins } from '@costplane/kernel';
import { bootTestApplication } from '../src/test-application.ts';

const head = `
import * as kernel from '@costplane/plugin-api';
import { Type } from 'typebox';
const { definePlugin, defineRoute, open, textParameter, pathName, columns } = kernel;
const route = (own = {}) => ({
  operationId: 'bad', method: 'get', path: '/v1/bad', tag: 'Bad', summary: 'Bad',
  scope: open('a test'), response: Type.Object({}), handler: () => ({}), ...own,
});
const plugin = (own = {}) => definePlugin({ id: 'bad', routes: [], ...own });
`;
const ofRoute = (own: string) => `export default plugin({ routes: [route(${own})] });`;

describe('faulty plugin', () => {
  let base: string;
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'costplane-bad-'));
  });
  after(() => rm(base, { recursive: true }));

  let made = 0;
  /** A plugin of this code, in a folder of its own. */
  const write = async (code: string, manifest: object | string = {}): Promise<string> => {
    made += 1;
    const folder = join(base, `bad-${made}`);
    await mkdir(folder);
    const described = {
      name: `bad-${made}`,
      type: 'module',
      exports: './index.js',
      peerDependencies: { '@costplane/plugin-api': '^1.0.0' },
    };
    const text =
      typeof manifest === 'string' ? manifest : JSON.stringify({ ...described, ...manifest });
    await writeFile(join(folder, 'package.json'), text);
    await writeFile(join(folder, 'index.js'), `${head}${code}`);
    return folder;
  };
  const listProblems = async (...folders: string[]): Promise<string[]> => {
    const { problems } = await tryLoadPlugins(
      folders.map((folder) => ({ package: folder })),
      base,
      { withinSeconds: 0.5 },
    );
    return problems.map(({ where, what, fix = '' }) => `${where}: ${what}. ${fix}`);
  };

  describe('is rejected when it is loaded, in one line with its name and the field', () => {
    const refusals: [what: string, code: string, line: RegExp][] = [
      ['without a default export', 'export const x = 1;', /is not a plugin.*definePlugin/],
      ['whose import never ends', 'await new Promise(() => {});', /not finish within 0\.5 seconds/],
      ['with a syntax error', 'export default {', /cannot be imported: SyntaxError: /],
      [
        'that needs what only another kernel has',
        "import { defineDream } from '@costplane/plugin-api'; export default plugin();",
        /cannot be imported: .*@costplane\/plugin-api.* export named 'defineDream'\. Install a version of the plugin that supports this kernel$/,
      ],
      [
        'that needs an entry point that only another kernel has',
        "import '@costplane/plugin-api/dreams'; export default plugin();",
        /'\.\/dreams' is not defined .*plugin-api.*\. Install a version of the plugin/,
      ],
      [
        'whose dependency is not installed',
        "import 'costplane-not-there/sub'; export default plugin();",
        /cannot be imported: Cannot find package 'costplane-not-there'.*\. Install the dependencies of the plugin, which is in .*bad-\d+$/,
      ],
      [
        'that requires what is not installed',
        "import { createRequire } from 'node:module'; createRequire(import.meta.url)('costplane-not-there');",
        /Cannot find module 'costplane-not-there'\. Install the dependencies of the plugin/,
      ],
      [
        'a file of which is not there',
        "import './not-there.js'; export default plugin();",
        /cannot be imported: Cannot find module '.*not-there\.js'.*\. Fix or rebuild the plugin$/,
      ],
      [
        'whose own file lacks an export',
        "import { none } from 'node:path'; export default plugin();",
        /cannot be imported: SyntaxError: The requested module 'node:path' does not .*\. Fix or rebuild/,
      ],
      ['without an id', 'export default plugin({ id: undefined });', /`id` is missing/],
      ['with an odd id', "export default plugin({ id: 'Bad One' });", /`id` must be text/],
      ['whose register is none', 'export default plugin({ register: 1 });', /`register` must be/],
      ['without routes', 'export default plugin({ routes: null });', /`routes` must be a list/],
      [
        'whose routes cannot be made',
        "export default plugin({ routes: () => { throw new Error('no\\nmore'); } });",
        /failed to create its routes: no\. /,
      ],
      [
        'whose routes are made late',
        'export default plugin({ routes: async () => [] });',
        /`routes` must return a list/,
      ],
      [
        'with nothing for a route',
        'export default plugin({ routes: [null] });',
        /routes\[0\]: is not/,
      ],
      [
        'whose scopes say nothing',
        "export default plugin({ scopes: { 'a:b': 1 } });",
        /`scopes\.a:b` must be text/,
      ],
      [
        'whose config schema is none',
        "export default plugin({ config: { type: 'nonsense' } });",
        /`config` is not a JSON Schema: \/type must/,
      ],
      [
        'with a column of its own kind',
        "export default plugin({ tables: { clusters: { id: 'uuid' } } });",
        /`tables\.clusters\.id` must be one of `columns`/,
      ],
      ['with a route without an id', ofRoute('{ operationId: "" }'), /routes\[0\]: `operationId`/],
      ['with a method that there is not', ofRoute('{ method: "put" }'), /route bad: `method`/],
      ['with a relative path', ofRoute('{ path: "v1/bad" }'), /`path` must look like/],
      ['with two slashes in a row', ofRoute('{ path: "/v1//bad" }'), /`path` must look like/],
      ['with a pattern as path', ofRoute('{ path: "/v1/:bad" }'), /`path` must look like/],
      ['with a wildcard', ofRoute('{ path: "/v1/*" }'), /`path` must look like/],
      ['with dots to climb', ofRoute('{ path: "/v1/../x" }'), /`path` must look like/],
      ['with a path of two like names', ofRoute('{ path: "/{a}/{a}" }'), /each parameter once/],
      ['with an undeclared parameter', ofRoute('{ path: "/v1/{a}" }'), /must declare a/],
      [
        'with a parameter that its path has not',
        ofRoute("{ params: { a: textParameter('A.') } }"),
        /`params\.a` must be in its path/,
      ],
      [
        'with a name within its path that may end it',
        ofRoute("{ path: '/v1/{a}/b', params: { a: pathName('A.') } }"),
        /`params\.a` must end its path/,
      ],
      ['with an odd parameter', ofRoute('{ query: { a: 1 } }'), /`query\.a` must be a parameter/],
      [
        'with a parameter of an unknown encoding',
        ofRoute("{ query: { a: { ...textParameter('A.'), encoding: 'yaml' } } }"),
        /`query\.a\.encoding` must be one of/,
      ],
      [
        'with a parameter that paging has',
        ofRoute(
          "{ paged: true, response: Type.Array(Type.Object({})), query: { limit: textParameter('A.') } }",
        ),
        /`query\.limit` must be removed/,
      ],
      ['without a handler', ofRoute('{ handler: undefined }'), /`handler` is missing/],
      ['without a scope', ofRoute('{ scope: undefined }'), /`scope` is missing/],
      ['without a response', ofRoute('{ response: undefined }'), /`response` must be the schema/],
      [
        'with a response that is no schema',
        ofRoute("{ response: { type: 'object', properties: 5 } }"),
        /`response` is not a JSON Schema: \/properties must be an object/,
      ],
      [
        'with a reference in a response',
        ofRoute(
          "{ response: { type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'string' } } } }",
        ),
        /`response` has a \$ref to #\/\$defs\/a: write the schema in its place/,
      ],
      [
        'with a schema that refers to itself',
        ofRoute(
          "{ response: Type.Cyclic({ Node: Type.Object({ in: Type.Array(Type.Ref('Node')) }) }, 'Node') }",
        ),
        /`response` has a \$ref to .*: write the schema in its place/,
      ],
      [
        'with a reference in another response',
        ofRoute(
          "{ otherResponses: { 503: { description: 'No.', schema: { items: { $ref: '#a' } } } } }",
        ),
        /`otherResponses\.503\.schema` has a \$ref to #a: write/,
      ],
      [
        'with a reference in a field of the name of a keyword',
        ofRoute("{ body: { type: 'object', properties: { default: { $ref: '#' } } } }"),
        /`body` has a \$ref to #: write/,
      ],
      [
        'whose config refers to nothing',
        "export default plugin({ config: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } });",
        /`config` is not a JSON Schema: can't resolve reference #\/\$defs\/a/,
      ],
      ['without a quota', ofRoute('{ quota: null }'), /`quota` must be an object/],
      [
        'with a quota below nothing',
        ofRoute("{ quota: { name: 'a', perMinute: -1 } }"),
        /`quota\.perMinute` must be at least 1/,
      ],
      ['without a cost mode', ofRoute('{ costMode: null }'), /`costMode` must come from/],
      [
        'with an unknown cost mode',
        ofRoute("{ costMode: { rule: 'accepts', default: 'all' } }"),
        /`costMode` must come from/,
      ],
      ['without a basis', ofRoute('{ basis: null }'), /`basis` must be an object/],
      ['with a word for a basis', ofRoute("{ basis: 'all' }"), /`basis` must be an object/],
      [
        'that ignores what is no list',
        ofRoute('{ ignoredQuery: 5 }'),
        /`ignoredQuery` must be an array/,
      ],
      ['that produces a number', ofRoute('{ produces: 5 }'), /`produces` must be a media type/],
      [
        'with another response of no status',
        ofRoute("{ otherResponses: { later: { description: 'Later.', schema: {} } } }"),
        /`otherResponses` unknown key "later"/,
      ],
      [
        'with another response of nothing',
        ofRoute('{ otherResponses: { 503: null } }'),
        /`otherResponses\.503` must be an object/,
      ],
      [
        'with an envelope of half its errors',
        ofRoute(
          '{ envelope: { schema: (data) => data, wrap: (data) => data, errors: { schema: () => ({}), describe: () => ({}) } } }',
        ),
        /`envelope\.errors\.wrap` is missing/,
      ],
      [
        'with a pattern that is none',
        ofRoute("{ body: { type: 'object', properties: { a: { pattern: '(' } } } }"),
        /`body` has the pattern \(, which is not a regular expression/,
      ],
      [
        'with an instant that may be any text',
        ofRoute(
          "{ response: { type: 'array', items: { type: 'object', properties: { seen_at: { type: 'string' } } } } }",
        ),
        /`response` has the field seen_at, which must come from timestamp\(\) or nullableTimestamp\(\)/,
      ],
      [
        'with an unknown error',
        ofRoute("{ errors: ['OOPS'] }"),
        /`errors\.0` must be an error code/,
      ],
      [
        'with a deadline of no time',
        ofRoute('{ deadlineSeconds: 0 }'),
        /`deadlineSeconds` must be/,
      ],
      ['that uses what is no token', ofRoute('{ uses: { a: 1 } }'), /`uses\.a` must be a token/],
    ];
    for (const [what, code, line] of refusals) {
      it(`one ${what}`, async () => {
        const lines = await listProblems(await write(code));
        expect(lines).to.have.length(1);
        expect(lines[0]).to.match(line);
        expect(lines[0]).to.match(/^plugin bad-\d+ \(plugins\[0\]\): /);
        expect(lines[0]).to.not.contain('\n');
      });
    }

    it('one whose package.json is not JSON', async () => {
      expect(await listProblems(await write('', '{ nonsense'))).to.match(
        /package\.json is not JSON/,
      );
    });

    it('all of them together', async () => {
      const lines = await listProblems(
        await write('throw new Error("a");'),
        await write('export default 1;'),
        await write(ofRoute('{ method: "put", tag: 1 }')),
        await write('', { peerDependencies: {} }),
      );
      expect(lines).to.have.length(5);
    });
  });

  it('with a version in its id is loaded', async () => {
    expect(await listProblems(await write("export default plugin({ id: 'for-1.0' });"))).to.eql([]);
  });

  describe('is rejected at startup', () => {
    const startWith = async (...codes: string[]): Promise<string[]> => {
      const plugins = [];
      for (const code of codes) {
        plugins.push(pathToFileURL(join(await write(code), 'index.js')));
      }
      const failure = await bootTestApplication({ plugins }).then(
        () => undefined,
        (error: unknown) => error as StartupError,
      );
      return failure?.message.split('\n') ?? [];
    };

    it('if `register` throws or rejects, together with all other problems', async () => {
      const lines = await startWith(
        "export default plugin({ id: 'a', register() { throw new Error('no\\nway'); } });",
        "export default plugin({ id: 'b', async register() { throw undefined; } });",
        "export default plugin({ id: 'c', tables: { nowhere: { id: columns.uuid, name: columns.text } } });",
      );
      expect(lines).to.have.length(3);
      expect(lines[0]).to.match(
        /bad-\d+: reads the table nowhere, which the warehouse does not have/,
      );
      expect(lines[1]).to.match(/bad-\d+: failed in `register`: no\. Fix/);
      expect(lines[2]).to.match(/bad-\d+: failed in `register`: undefined\. Fix/);
    });

    it('if it uses the title of another schema', async () => {
      const lines = await startWith(
        ofRoute("{ response: Type.Object({ a: Type.String() }, { title: 'Thing' }) }"),
        `export default plugin({ id: 'other', routes: [route({ operationId: 'other', path: '/v1/other',
          response: Type.Object({ b: Type.String() }, { title: 'Thing' }) })] });`,
      );
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(
        /its route other cannot be documented: its schema Thing differs from another/,
      );
    });
  });

  it('prefers a literal path over one with a name, whichever was declared first', async () => {
    const folder = await write(`
      const answers = (word) => ({ response: Type.Object({ word: Type.String() }), handler: () => ({ word }) });
      export default plugin({ routes: [
        route({ operationId: 'post', method: 'post', path: '/v1/e/{name}', body: Type.Object({}),
          params: { name: textParameter('A.') }, ...answers('posted') }),
        route({ operationId: 'rest', path: '/v1/e/{name}',
          params: { name: pathName('A.', { mayHoldSlash: true }) }, ...answers('rest') }),
        route({ operationId: 'parts', path: '/v1/e/{name}/parts',
          params: { name: textParameter('A.') }, ...answers('parts') }),
      ] });`);
    const app = await bootTestApplication({ plugins: [pathToFileURL(join(folder, 'index.js'))] });
    try {
      expect((await app.get('/v1/e/a/parts')).body.data).to.eql({ word: 'parts' });
      expect((await app.get('/v1/e/a/b')).body.data).to.eql({ word: 'rest' });
    } finally {
      await app.stop();
    }
  });

  it('waits for `register`, and serves paths whatever their order and names', async () => {
    const first = await write(`
      const token = kernel.createToken('bad.word', 'a word');
      export default plugin({
        id: 'first',
        async register(container) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          container.provide(token, 'registered');
        },
        routes: [route({
          operationId: 'any', path: '/v1/{anything}', params: { anything: textParameter('A.') },
          response: Type.Object({ word: Type.String() }),
          uses: { word: token }, handler: (_, { word }) => ({ word }),
        })],
      });`);
    const second = await write(`
      export default plugin({ id: 'second', routes: [
        route({ operationId: 'one', path: '/v1/one', response: Type.Object({ one: Type.Boolean() }),
          handler: () => ({ one: true }) }),
        route({ operationId: 'post', method: 'post', path: '/v1/{other}',
          params: { other: textParameter('A.') }, body: Type.Object({}),
          response: Type.Object({ other: Type.String() }),
          handler: ({ params }) => params }),
      ] });`);
    const app = await bootTestApplication({
      plugins: [first, second].map((folder) => pathToFileURL(join(folder, 'index.js'))),
    });
    try {
      expect((await app.get('/v1/two')).body.data).to.eql({ word: 'registered' });
      const one = await fetch(`${app.service.url}/v1/one`);
      expect(await one.json()).to.have.nested.property('data.one', true);
      const posted = await fetch(`${app.service.url}/v1/two`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect([posted.status, await posted.json()]).to.have.nested.property('[1].data.other', 'two');
      const refused = await fetch(`${app.service.url}/v1/two`, { method: 'DELETE' });
      expect(refused.headers.get('allow')).to.equal('GET, HEAD, POST');
    } finally {
      await app.stop();
    }
  });
});

describe('kernel range of a plugin', () => {
  for (const [range, version, fits] of [
    ['^1.0.0', '1.7.3', true],
    ['^1.0.0', '1.1.0-rc.1', true],
    ['^1.0.0', '2.0.0-rc.1', false],
    ['^1.0.0', '1.0.0-rc.1', false],
    ['^1.1.0', '1.1.0-rc.1', false],
    ['>=1.1.0 <2', '1.1.0-rc.1', false],
    ['~1.0.0', '1.1.0-rc.1', false],
    ['^1.1.0-rc.2', '1.1.0-rc.2', true],
    ['^1.1.0-rc.2', '1.1.0-rc.1', false],
    ['1.1.0-rc.1', '1.1.0-rc.1', true],
    ['1.1.0-rc.2 || ^1.0.0', '1.1.0-rc.1', true],
    ['*', '2.0.0-rc.1', true],
    ['>=1 <2', '2.0.0-rc.1', false],
    ['^1.2.0', '1.1.9', false],
    ['^1.0.0-rc.1', '1.0.0', true],
    ['*', '3.0.0', true],
    ['1.x || 2.x', '2.4.0', true],
    ['^2.0.0', '1.9.9', false],
    ['workspace:*', '1.0.0', false],
    ['file:../kernel', '1.0.0', false],
    [1, '1.0.0', false],
    [undefined, '1.0.0', false],
  ] as const) {
    it(`${range} ${fits ? 'fits' : 'does not fit'} kernel ${version}`, () => {
      expect(checkKernelRange(range, version) === undefined).to.equal(fits);
    });
  }
});
