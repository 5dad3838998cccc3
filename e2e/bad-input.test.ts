import { expect } from 'chai';
import {
  listCases,
  expectedError,
  hostileTexts,
  missing,
  undecodable,
  type ValueCase,
} from './support/bad-values.ts';
import { digestTables } from './support/digest-tables.ts';
import { exportKeysLike } from './support/export-keys.ts';
import { type ExpectAnswers, expectAnswers, type Expectation } from './support/expect-answers.ts';
import {
  type DocumentedOperation,
  type DocumentedParameter,
  listOperations,
  makeUrl,
} from './support/operations.ts';
import { rawGet } from './support/raw-get.ts';
import { toUuid } from './support/snapshot.ts';
import { oddName, type PathValues, startTenants, type Tenants } from './support/tenants.ts';

/** What is looked up by a name rather than an id, and the code of one that does not exist. */
const names: Readonly<Record<string, string>> = {
  namespace: 'NAMESPACE_NOT_FOUND',
  name: 'NODE_GROUP_NOT_FOUND',
};

describe('invalid input', () => {
  let tenants: Tenants;
  let key: string;
  let rivalKey: string;
  let nextExportKey: () => string;
  /** Routes that need a key; those without one read nothing. */
  let operations: readonly DocumentedOperation[];
  /** Those of families whose errors have forms of their own. */
  let ownForms: readonly DocumentedOperation[];
  let expectAll: ExpectAnswers;
  let rowsBefore: Readonly<Record<string, string>>;

  before(async () => {
    tenants = await startTenants();
    const keyed = listOperations(tenants.client).filter(
      ({ method, scope }) => method === 'get' && scope !== undefined,
    );
    operations = keyed.filter(({ hasErrorCodes }) => hasErrorCodes);
    ownForms = keyed.filter(({ hasErrorCodes }) => !hasErrorCodes);
    key = await tenants.createKey('acme');
    rivalKey = await tenants.createKey('rival');
    nextExportKey = await exportKeysLike(tenants.database, key, 1800);
    expectAll = expectAnswers(tenants.client, keyFor);
    rowsBefore = await digestTables(tenants.database);
  });
  after(() => tenants.stop());

  const keyFor = (url: string) => (/^\/v1\/exports\/focus(\?|$)/.test(url) ? nextExportKey() : key);
  const urlIn = (operation: DocumentedOperation, ...query: readonly string[]) =>
    makeUrl(operation, tenants.north.paths, ...query);

  /** An export of no cluster would be a file of nothing (decision 44). */
  const noCluster = {
    status: 403,
    code: 'CLUSTER_ACCESS_DENIED',
    reason: 'no_cluster_in_scope',
  };
  const classifyAnswer = (
    { expected }: ValueCase,
    { isList, path }: DocumentedOperation,
  ): Expectation & { readonly status: number } => {
    if (expected === 'anything') return { status: 200 };
    if (expected !== 'nothing matches') return expected;
    if (path === '/v1/exports/focus') return noCluster;
    return { status: 200, ...(isList && { isEmpty: true }) };
  };

  /** Every value of every parameter of a kind, one request each. */
  const requestsFor = (isKind: (parameter: DocumentedParameter) => boolean) =>
    operations.flatMap((operation) =>
      operation.query.filter(isKind).flatMap((parameter) =>
        listCases(operation, parameter).map((one): [string, Expectation] => {
          const outcome = classifyAnswer(one, operation);
          const isOfValue = ![403, 414].includes(outcome.status) && !undecodable.includes(one.text);
          return [
            urlIn(operation, `${parameter.name}=${one.text}`),
            outcome.status >= 400 && isOfValue ? { ...outcome, field: parameter.name } : outcome,
          ];
        }),
      ),
    );
  const itemSchema = ({ schema: { items, ...schema } }: DocumentedParameter) => items ?? schema;

  describe('in a query', () => {
    const kinds: Readonly<Record<string, (parameter: DocumentedParameter) => boolean>> = {
      'ids in a filter': (parameter) => itemSchema(parameter).format === 'uuid',
      'values of a set': (parameter) => itemSchema(parameter).enum !== undefined,
      booleans: (parameter) => itemSchema(parameter).type === 'boolean',
      decimals: (parameter) => itemSchema(parameter).pattern !== undefined,
      'whole numbers': (parameter) => itemSchema(parameter).type === 'integer',
      days: (parameter) => itemSchema(parameter).format === 'date',
      'a cursor': ({ name }) => name === 'cursor',
    };
    for (const [kind, isKind] of Object.entries(kinds)) {
      it(`is rejected according to its kind: ${kind}`, async () => {
        await expectAll(requestsFor(isKind));
      });
    }

    it('is accepted or rejected according to its kind: texts', async () => {
      const isOther = (parameter: DocumentedParameter) =>
        !Object.values(kinds).some((isKind) => isKind(parameter));
      await expectAll(requestsFor(isOther));
    });

    it('with one invalid value among valid ones is rejected', async () => {
      await expectAll(
        operations.flatMap((operation) =>
          operation.query
            .filter(({ schema }) => schema.items?.format === 'uuid')
            .map((parameter): [string, Expectation] => [
              urlIn(operation, `${parameter.name}=${toUuid('none')}&${parameter.name}=none`),
              { ...expectedError(operation, parameter), field: parameter.name },
            ]),
        ),
      );
    });

    it('without a required parameter is rejected', async () => {
      await expectAll(
        operations.flatMap((operation) =>
          operation.query
            .filter(({ required }) => required === true)
            .map(({ name }): [string, Expectation] => [
              urlIn({ ...operation, query: operation.query.filter((one) => one.name !== name) }),
              { ...missing(operation), reason: 'required', field: name },
            ]),
        ),
      );
    });

    it('finds existing rows among as many ids as a URL can hold', async () => {
      const many = Array.from({ length: 400 }, (_, index) => toUuid(`none ${index}`));
      const { id } = tenants.north;
      const filtered = operations
        .filter(({ query }) => query.some(({ name }) => name === 'cluster_id'))
        .filter(({ isList }) => isList);
      expect(filtered.length).to.be.greaterThan(4);
      for (const operation of filtered) {
        const url = urlIn(operation, 'cluster_id=');
        const one = await tenants.client.get(url + id, key);
        const upper = await tenants.client.get(url + id.toUpperCase(), key);
        const among = await tenants.client.get(url + [...many, id].join(), key);
        expect(one.body.data.length, url).to.be.greaterThan(0);
        expect(upper.body.data, url).to.eql(one.body.data);
        expect(among.body.data, url).to.eql(one.body.data);
      }
    });

    it('that repeats a single-valued parameter is rejected', async () => {
      await expectAll(
        operations.flatMap((operation) =>
          operation.query
            .filter(({ schema }) => schema.type !== 'array')
            .map(({ name }): [string, Expectation] => [
              urlIn(operation, `${name}=1&${name}=1`),
              { status: 400, code: 'BAD_REQUEST', reason: 'invalid_value', field: name },
            ]),
        ),
      );
    });

    it('with an unknown parameter is rejected', async () => {
      const unknown = [
        'colour',
        '__proto__',
        'constructor',
        'toString',
        'LIMIT',
        'Cluster_id',
        'offset',
        'limit[]',
        'limit[$gt]',
        'cluster_id[]',
        'cluster_id.0',
        ' limit',
        'limit ',
        'limit\0',
        'sort',
        'order',
        'organization_id',
        'key',
        '名前',
        "'",
        '%',
        '',
      ];
      await expectAll(
        operations.flatMap((operation) =>
          unknown.map((field): [string, Expectation] => [
            urlIn(operation, `${encodeURIComponent(field)}=1`),
            { status: 400, code: 'BAD_REQUEST', reason: 'unknown_filter_key', field },
          ]),
        ),
      );
    });

    it('is ignored where the lists of node groups do not page', async () => {
      const groups = operations.filter(({ path }) => path.endsWith('/node-groups'));
      const values = ['0', '-1', 'x', '', '%00', encodeURIComponent(hostileTexts.join())];
      await expectAll(
        groups.flatMap((operation) =>
          ['limit', 'cursor', 'include_total'].flatMap((name) =>
            values.map((value): [string, Expectation] => [
              urlIn(operation, `${name}=${value}`),
              { status: 200, isEmpty: false },
            ]),
          ),
        ),
      );
    });

    it('is ignored where the schema of an export has no window', async () => {
      const ignored = ['from', 'to', 'cluster_id'];
      const schemas = operations.filter(({ path }) => path === '/v1/exports/focus/schema');
      await expectAll(
        schemas.flatMap((operation) =>
          ['0', 'x', '', '%00', encodeURIComponent(hostileTexts.join())].map(
            (value): [string, Expectation] => [
              urlIn(operation, ...ignored.map((name) => `${name}=${value}`)),
              { status: 200 },
            ],
          ),
        ),
      );
    });

    it('of several kinds is a 400 before it is a 422', async () => {
      const url = '/v1/workloads?kind=Job&has_hpa=1&min_cost_hourly=x&cost_mode=x&limit=0';
      await expectAll([[url, { status: 400, code: 'BAD_REQUEST', field: 'limit' }]]);
    });
  });

  describe('as a window', () => {
    const day = 86_400;
    const start = Date.UTC(2026, 0, 1) / 1000;
    const fiveYears = Date.UTC(2031, 0, 1) / 1000;
    const invalid = (field: string): Expectation => ({
      status: 422,
      code: 'VALIDATION_ERROR',
      reason: 'invalid_value',
      field,
    });
    const trends: Readonly<Record<string, Expectation>> = {
      [`start=${start}&end=${start}`]: invalid('end'),
      [`start=${start}&end=${start - 1}`]: invalid('end'),
      [`start=0&end=253402297200`]: invalid('end'),
      [`start=-1&end=${day}`]: invalid('start'),
      [`start=${start}&end=${start + 1}`]: { status: 200 },
      [`start=0&end=1`]: { status: 200 },
      [`start=253402297199&end=253402297200`]: { status: 200 },
      [`start=${start}&end=${fiveYears}`]: { status: 200 },
      [`start=${start}&end=${fiveYears + 1}`]: invalid('end'),
      [`start=${start}&end=${start + 60 * day}&granularity=hourly`]: { status: 200 },
      [`start=${start}&end=${start + 60 * day + 1}&granularity=hourly`]: invalid('granularity'),
      [`start=${start}&end=${start + day}&granularity=hourly&type=breakdown`]:
        invalid('granularity'),
      [`start=${start}&end=${start + day}&type=breakdown`]: { status: 200 },
    };
    const exports: Readonly<Record<string, Expectation>> = {
      'from=2026-01-01&to=2026-01-01': invalid('to'),
      'from=2026-01-02&to=2026-01-01': invalid('to'),
      'from=2026-01-01&to=2036-01-10': invalid('to'),
      'from=0001-01-01&to=9999-12-31': invalid('to'),
      'from=2026-01-01&to=2036-01-09': { status: 200 },
      'from=9999-12-30&to=9999-12-31': { status: 200 },
      'from=0001-01-01&to=0001-01-02': { status: 200 },
    };
    const inEach = (
      name: string,
      windows: Readonly<Record<string, Expectation>>,
    ): [string, Expectation][] =>
      operations
        .filter(({ query }) => query.some((one) => one.name === name))
        .flatMap((operation) =>
          Object.entries(windows).map(([query, expected]): [string, Expectation] => [
            urlIn(operation, query),
            expected,
          ]),
        );

    it('is rejected by a trend if it is empty or too long', () =>
      expectAll(inEach('start', trends)));
    it('is rejected by the export if it is empty or too long', () =>
      expectAll(inEach('from', exports)));
  });

  describe('in a path', () => {
    const pathCases = function* (): Iterable<readonly [string, Expectation]> {
      for (const operation of operations) {
        for (const parameter of operation.pathParameters) {
          const { name, schema } = parameter;
          const missing = names[name];
          const malformed = expectedError(operation, parameter);
          const fill = (text: string) =>
            makeUrl(operation, { ...tenants.north.paths, [name]: '\0' }).replace('%00', text);
          for (const text of hostileTexts.filter((one) => one !== '.' && one !== '..')) {
            const expected = missing ? { status: 404, code: missing } : malformed;
            yield [fill(encodeURIComponent(text)), { ...expected, field: name }];
          }
          for (const text of undecodable) {
            yield [fill(text), { status: 400, code: 'BAD_REQUEST' }];
          }
          const tooLong = 'x'.repeat((schema.maxLength ?? 36) + 1);
          for (const text of ['%00', 'a%00b', tooLong, 'x'.repeat(16_000)]) {
            yield [fill(text), { ...malformed, field: name }];
          }
          yield [fill('x'.repeat(17_000)), { status: 414, code: 'BAD_REQUEST' }];
        }
      }
    };

    it('is rejected according to its kind', async () => {
      await expectAll(pathCases());
    });

    it('is not reported for unusual but valid names, with encoded or plain slashes of a group', async () => {
      const encoded = encodeURIComponent(oddName);
      const escaped = oddName.split('/').map(encodeURIComponent).join('/');
      const { id } = tenants.north;
      const window = 'start=0&end=1';
      const spellings = [encoded, encoded.toLowerCase(), encoded.replace('%3A', ':')];
      const named = { namespaces: spellings, 'node-groups': [...spellings, escaped] };
      for (const [kind, names] of Object.entries(named)) {
        for (const name of names) {
          const path = `/v1/clusters/${id}/${kind}/${name}`;
          const { status, body } = await rawGet(tenants.url, path, key);
          expect(status, path).to.equal(200);
          expect(body.data.metadata.name).to.equal(oddName);
        }
        for (const name of spellings) {
          const path = `/v1/clusters/${id}/${kind}/${name}/cost-trend?${window}`;
          const { status, body } = await rawGet(tenants.url, path, key);
          expect(status, path).to.equal(200);
          const { namespace, node_group = namespace } = body.data.scope_ref;
          expect(node_group).to.equal(oddName);
        }
      }
    });

    it('is rejected according to its kind, byte for byte', async () => {
      const { id } = tenants.north;
      const groups = `/v1/clusters/${id}/node-groups`;
      const unknown = [404, 'BAD_REQUEST'];
      const noGroup = [404, 'NODE_GROUP_NOT_FOUND'];
      const answers: Readonly<Record<string, readonly unknown[]>> = {
        '/v1/clusters/.': [400, 'INVALID_CLUSTER_ID'],
        '/v1/clusters/..': [400, 'INVALID_CLUSTER_ID'],
        '/v1/clusters/%2e%2e': [400, 'INVALID_CLUSTER_ID'],
        '/v1/clusters/../clusters': unknown,
        '/v1/clusters/': unknown,
        '/v1//clusters': unknown,
        '//v1/clusters': unknown,
        '/V1/clusters': unknown,
        '/v1/clusters;a=b': unknown,
        '/v1/clusters%3Flimit=1': unknown,
        '/v1/clusters%00': unknown,
        '/v1%2Fclusters': unknown,
        [`/v1/clusters/${id}/`]: unknown,
        [`/v1/clusters/${id}/namespaces/shop/`]: unknown,
        [`/v1/clusters/${id}/namespaces/shop/pods`]: unknown,
        [`/v1/clusters/${id.toUpperCase()}`]: [200, undefined],
        [`${groups}/..`]: noGroup,
        [`${groups}/../only-north`]: noGroup,
        [`${groups}/only-north/`]: noGroup,
        [`${groups}//only-north`]: noGroup,
        [`${groups}/only-north`]: [200, undefined],
        [`${groups}/only%2Dnorth`]: [200, undefined],
        [`${groups}/only-north%20`]: noGroup,
        [`${groups}/a\\b"c'd|e^f\`g{h}<i>`]: noGroup,
        [`${groups}/`]: [400, 'BAD_REQUEST'],
        [`${groups}/é`]: [400, 'BAD_REQUEST'],
        [`${groups}/a b`]: [400, 'BAD_REQUEST'],
        [`${groups}/a\0`]: [400, 'BAD_REQUEST'],
        [`${groups}/a\x01`]: [400, 'BAD_REQUEST'],
        [`/v1/clusters/${id}/cost-trend`]: [400, 'BAD_REQUEST'],
        [`/v1/clusters/${id}/cost-trend?start=0&end=1`]: [200, undefined],
        [`/v1/clusters/${id}/cost-trend/?start=0&end=1`]: unknown,
        [`/v1/clusters/${id}/namespaces//cost-trend?start=0&end=1`]: unknown,
        [`/v1/clusters/${id}/namespaces/a/b/cost-trend?start=0&end=1`]: unknown,
        // Of a group only the route that ends with its name takes slashes as they are.
        [`${groups}//cost-trend`]: noGroup,
        [`${groups}/cost-trend`]: noGroup,
        [`${groups}/a/b/cost-trend?start=0&end=1`]: [400, 'BAD_REQUEST'],
        [`${groups}/a%2Fb/cost-trend?start=0&end=1`]: noGroup,
        '/v1/exports/focus/': unknown,
        '/v1/exports/focus/schema/': unknown,
        '/v1/exports/focus.csv': unknown,
        '/v1/cost-explorer/query': [405, 'BAD_REQUEST'],
        '*': unknown,
        'v1/clusters': [400, 'BAD_REQUEST'],
        'http://elsewhere.example/v1/clusters': [200, undefined],
        '/v1/clusters?limit=1#a': [400, 'BAD_REQUEST'],
        '/v1/clusters?': [200, undefined],
        '/v1/clusters?&&': [200, undefined],
        '/v1/clusters?region=a?b=c': [200, undefined],
        '/v1/clusters?region=a;b&limit=1': [200, undefined],
        '/v1/clusters?region=\\"\'<>{}|^`': [200, undefined],
        '/v1/clusters?limit': [400, 'BAD_REQUEST'],
        '/v1/clusters?=': [400, 'BAD_REQUEST'],
      };
      const given: Record<string, readonly unknown[]> = {};
      for (const path of Object.keys(answers)) {
        const { status, body } = await rawGet(tenants.url, path, key);
        given[path] = [status, body?.error?.code];
      }
      expect(given).to.eql(answers);
    });
  });

  describe('as a cursor', () => {
    /** A cursor of every paged list, for pages of one row. */
    const cursors = new Map<DocumentedOperation, string>();

    before(async () => {
      for (const operation of operations.filter(({ isPaged }) => isPaged)) {
        const { body } = await tenants.client.get(urlIn(operation, 'limit=1'), key);
        expect(body.meta.pagination.next_cursor, operation.path).to.be.a('string');
        cursors.set(operation, body.meta.pagination.next_cursor);
      }
      expect(cursors.size).to.be.greaterThan(5);
    });

    const unreadable = { status: 400, code: 'INVALID_CURSOR', field: 'cursor' };
    const changed = {
      status: 410,
      code: 'CURSOR_EXPIRED',
      field: 'cursor',
      reason: 'query_changed',
    };
    const paged = (
      operation: DocumentedOperation,
      cursor: string,
      values: PathValues = tenants.north.paths,
    ) => makeUrl(operation, values, `limit=1&cursor=${encodeURIComponent(cursor)}`);

    it('that is right continues the list, also when a total is asked for', async () => {
      await expectAll(
        [...cursors].flatMap(([operation, cursor]): [string, Expectation][] => [
          [paged(operation, cursor), { status: 200, isEmpty: false }],
          [`${paged(operation, cursor)}&include_total=true`, { status: 200, isEmpty: false }],
        ]),
      );
    });

    it('that was modified is invalid', async () => {
      const payload = Buffer.from('[0,"",0]').toString('base64url');
      await expectAll(
        [...cursors].flatMap(([operation, cursor]) =>
          [
            ...[0, 5, 21, 22, 30, 45, cursor.length - 2].map((at) => replaceAt(cursor, at)),
            cursor.slice(0, -1),
            cursor.slice(1),
            `${cursor}A`,
            `${cursor}=`,
            `${cursor} `,
            `${cursor}\n`,
            `${cursor},${cursor}`,
            cursor.toLowerCase(),
            cursor.repeat(5),
            payload,
            cursor.slice(0, 22) + payload,
            Buffer.from(cursor).toString('base64url'),
          ].map((bad): [string, Expectation] => [paged(operation, bad), unreadable]),
        ),
      );
    });

    it('of another list is invalid', async () => {
      await expectAll(
        [...cursors.keys()].flatMap((operation) =>
          [...cursors]
            .filter(([other]) => other !== operation)
            .map(([, cursor]): [string, Expectation] => [paged(operation, cursor), unreadable]),
        ),
      );
    });

    it('of another organization is invalid', async () => {
      await expectAll(
        [...cursors].map(([operation, cursor]): [string, Expectation] => [
          paged(operation, cursor, tenants.west.paths),
          unreadable,
        ]),
        () => rivalKey,
      );
    });

    it('of another cluster or workload in the path belongs to another query', async () => {
      await expectAll(
        [...cursors]
          .filter(([{ path }]) => /\{(cluster_id|workload_uid)\}/.test(path))
          .map(([operation, cursor]): [string, Expectation] => [
            paged(operation, cursor, tenants.south.paths),
            changed,
          ]),
      );
    });

    it('of other parameters belongs to another query', async () => {
      await expectAll(
        [...cursors].flatMap(([operation, cursor]) =>
          operation.query
            .filter(({ name }) => !['limit', 'cursor', 'include_total'].includes(name))
            // Of one value alone, it is what the walk began with.
            .filter((parameter) => itemSchema(parameter).enum?.length !== 1)
            .map((parameter): [string, Expectation] => [
              `${paged(operation, cursor)}&${parameter.name}=${goodValue(itemSchema(parameter))}`,
              changed,
            ]),
        ),
      );
      await expectAll(
        [...cursors].map(([operation, cursor]): [string, Expectation] => [
          urlIn(operation, `limit=2&cursor=${cursor}`),
          changed,
        ]),
      );
    });
  });

  describe('for a plugin with its own error format', () => {
    const refused: Expectation = { status: 'refused' };

    it('is rejected in that format, or answered if the plugin accepts it', async () => {
      expect(ownForms.length).to.be.greaterThan(10);
      await expectAll(
        ownForms.flatMap((operation) =>
          operation.query.flatMap((parameter) =>
            listCases(operation, parameter).map(({ text, expected }): [string, Expectation] => {
              const { type, format, enum: values } = itemSchema(parameter);
              const isClosed = type === 'boolean' || values !== undefined || format === 'uuid';
              const isSure = isClosed && typeof expected === 'object' && text !== '';
              const status = isSure ? 'refused' : 'answered or refused';
              return [urlIn(operation, `${parameter.name}=${text}`), { status }];
            }),
          ),
        ),
      );
    });

    it('is rejected if it is unknown, repeated or missing', async () => {
      await expectAll(
        ownForms.flatMap((operation) => {
          const { query } = operation;
          const without = (name: string) => query.filter((one) => one.name !== name);
          return [
            ...['colour', '__proto__', 'limit[]', 'key', ''].map((name) =>
              urlIn(operation, `${encodeURIComponent(name)}=1`),
            ),
            ...query.map(({ name }) => urlIn(operation, `${name}=1&${name}=1`)),
            ...query
              .filter(({ required }) => required === true)
              .map(({ name }) => urlIn({ ...operation, query: without(name) })),
          ].map((url): [string, Expectation] => [url, refused]);
        }),
      );
    });

    it('is rejected in a path', async () => {
      await expectAll(
        ownForms.flatMap((operation) =>
          operation.pathParameters.flatMap(({ name }) =>
            [...hostileTexts.filter((one) => one !== '.' && one !== '..'), '\0', 'x'.repeat(2000)]
              .map((text) => makeUrl(operation, { ...tenants.north.paths, [name]: text }))
              .map((url): [string, Expectation] => [url, refused]),
          ),
        ),
      );
    });
  });

  describe('after all requests', () => {
    it('has not changed any row', async () => {
      expect(await digestTables(tenants.database)).to.eql(rowsBefore);
    });

    it('has left the service unchanged', async () => {
      expect((await tenants.client.get('/health/ready')).status).to.equal(200);
      await expectAll(
        [...operations, ...ownForms].map((operation): [string, Expectation] => [
          urlIn(operation),
          { status: 200 },
        ]),
      );
    });
  });
});

const replaceAt = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

/** A value that is accepted and is not the default. */
function goodValue({ type, format, pattern, enum: values }: DocumentedParameter['schema']): string {
  if (values) return values.at(-1)!;
  if (type === 'boolean') return 'true';
  if (format === 'uuid') return toUuid('none');
  return pattern ? '0' : 'none';
}
