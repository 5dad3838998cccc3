import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { hostileTexts, malformedDays, malformedUuids } from './support/bad-values.ts';
import { digestTables } from './support/digest-tables.ts';
import {
  type ExpectAnswers,
  expectAnswers,
  type Expectation,
  type Request,
} from './support/expect-answers.ts';
import { toUuid } from './support/snapshot.ts';
import { startTenants, type Tenants } from './support/tenants.ts';

const path = '/v1/cost-explorer/query';
const mebibyte = 1024 * 1024;

/** Values of JSON by the type of each. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', 'x', '1', 'true', '[]'],
  integer: [0, 1, -1, 1e21],
  number: [1.5, 1e-7],
  boolean: [true, false],
  array: [[], [1], [[]], [null]],
  object: [{}, { a: 1 }, { length: 1 }, { toString: null }],
  null: [null],
};
const valuesBut = (types: string | readonly string[]) =>
  Object.entries(values).flatMap(([name, some]) => ([types].flat().includes(name) ? [] : some));

/** Names of the workloads that cost something in `acme`. */
const names = ['web', 'cart', 'restored', 'agent', 'backup'];
const groupings = [
  'workload',
  'namespace',
  'controller_kind',
  'pod',
  'container',
  'deployment',
  'statefulset',
  'daemonset',
  'node',
  'instance_type',
  'owner:team',
  'owner:department',
  'time:day',
];
const operators = ['in', 'not_in', 'contains', 'starts_with'];

interface BodySchema {
  readonly properties: Readonly<Record<string, { readonly type: string | readonly string[] }>>;
}

const malformed = (field: string): Expectation => ({
  status: 400,
  code: 'BAD_REQUEST',
  reason: 'invalid_value',
  field,
});
const unknown = (field: string): Expectation => ({
  status: 400,
  code: 'BAD_REQUEST',
  reason: 'unknown_filter_key',
  field,
});
const invalid = (field: string, reason = 'invalid_value'): Expectation => ({
  status: 422,
  code: 'VALIDATION_ERROR',
  reason,
  field,
});
const someRows: Expectation = { status: 200, isEmpty: false };
const noRows: Expectation = { status: 200, isEmpty: true };

/** The only body that there is: that of the cost explorer. */
describe('an invalid body', () => {
  let tenants: Tenants;
  let key: string;
  let expectAll: ExpectAnswers;
  let fields: BodySchema['properties'];
  let rowsBefore: Readonly<Record<string, string>>;

  before(async () => {
    tenants = await startTenants();
    key = await tenants.createKey('acme');
    expectAll = expectAnswers(tenants.client, () => key);
    const { components } = tenants.client.document as unknown as {
      components: { schemas: { CostExplorerQuery: BodySchema } };
    };
    fields = components.schemas.CostExplorerQuery.properties;
    rowsBefore = await digestTables(tenants.database);
  });
  after(() => tenants.stop());

  /** Each body, and what must come of it. */
  const expectBodies = (bodies: readonly (readonly [body: object, Expectation])[]) =>
    expectAll(bodies.map(([body, expected]): Request => [path, expected, body]));

  describe('with invalid fields', () => {
    it('is a 400 if a value has the wrong type or is null', async () => {
      const bodies = Object.entries(fields).flatMap(([field, { type }]) =>
        valuesBut(type).map((value) => [{ [field]: value }, malformed(field)] as const),
      );
      expect(Object.keys(fields)).to.have.length(15);
      await expectBodies(bodies);
    });

    it('is a 400 if a field is unknown', async () => {
      const foreign = [
        'colour',
        'GROUP_BY',
        'groupBy',
        'page ',
        ' page',
        'limit',
        'cursor',
        'cluster_id',
        'organization_id',
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        '名前',
        "'",
        '$where',
        '${1}',
        'page\n',
        '0',
      ];
      await expectBodies(foreign.map((field) => [withField(field, 1), unknown(field)]));
      await expectBodies(
        foreign.map((field) => [
          { filter_expression: withField(field, []) },
          unknown(`filter_expression.${field}`),
        ]),
      );
    });

    it('is a 422 if a value is not in its enum', async () => {
      const sets: Readonly<Record<string, string>> = {
        group_by: 'VALIDATION_ERROR',
        basis: 'VALIDATION_ERROR',
        sort_by: 'VALIDATION_ERROR',
        sort_order: 'VALIDATION_ERROR',
        view_mode: 'VALIDATION_ERROR',
        cost_mode: 'INVALID_COST_MODE',
      };
      const close = ['', 'Workload', 'ALL', 'DESC', 'desc ', ' grouped', 'workload-only'];
      const sqlFragments = [
        '1',
        'totalCost desc',
        'total_cost',
        'totalcost',
        'cost.total',
        '"totalCost"',
      ];
      await expectBodies(
        Object.entries(sets).flatMap(([field, code]) =>
          [...close, ...sqlFragments, ...hostileTexts].map(
            (text) => [{ [field]: text }, { ...invalid(field, 'must_be_enum'), code }] as const,
          ),
        ),
      );
    });

    it('is a 422 if the grouping does not have the sort field', async () => {
      await expectBodies([
        [{ sort_by: 'podName' }, invalid('sort_by', 'must_be_enum')],
        [{ sort_by: 'workloadUid', view_mode: 'grouped' }, invalid('sort_by', 'must_be_enum')],
        [{ sort_by: 'workloadName', group_by: 'node' }, invalid('sort_by', 'must_be_enum')],
        [{ sort_by: 'workloadName' }, someRows],
        [{ sort_by: 'gpuCost', sort_order: 'asc' }, someRows],
        [{ sort_by: 'label:a', group_by: 'label:b' }, invalid('sort_by', 'must_be_enum')],
      ]);
    });

    it('is not reported for any text as the key of a label', async () => {
      const texts = [...hostileTexts, '\ud800'].map((text) => `label:${text}`);
      await expectBodies([
        ...texts.map((text) => [{ group_by: text, sort_by: text }, someRows] as const),
        ...texts.map((text) => [{ group_by: ['namespace', text] }, someRows] as const),
      ]);
    });

    it('is a 422 if a day is invalid, or a window is empty or too long', async () => {
      const days = ['', '0000-01-01', ...malformedDays, ...hostileTexts];
      await expectBodies(
        ['start_date', 'end_date'].flatMap((field) =>
          days.map((day) => [{ [field]: day }, invalid(field)] as const),
        ),
      );
      const window = (startDate: string, endDate: string) => ({
        start_date: startDate,
        end_date: endDate,
      });
      await expectBodies([
        [window('2026-01-02', '2026-01-01'), invalid('end_date')],
        [{ start_date: '9999-12-31' }, invalid('start_date')],
        [window('2026-01-01', '2036-01-09'), invalid('end_date')],
        [window('0001-01-01', '9999-12-31'), invalid('end_date')],
        [window('2026-01-01', '2036-01-08'), someRows],
        [window('2026-01-01', '2026-01-01'), noRows],
        [window('0001-01-01', '0001-01-01'), noRows],
        [window('9999-12-31', '9999-12-31'), noRows],
        [{ end_date: '0001-01-01' }, noRows],
      ]);
    });

    it('is a 422 if page is below 1 or per_page is too large; no page is too high', async () => {
      const low = [0, -1, -1e21];
      const isExport = { export: true };
      await expectBodies([
        ...low.map((page) => [{ page }, invalid('page')] as const),
        ...low.map((perPage) => [{ per_page: perPage }, invalid('per_page')] as const),
        ...[501, 10_000, 10_001, 1e21].map(
          (perPage) => [{ per_page: perPage }, invalid('per_page')] as const,
        ),
        [{ per_page: 10_001, ...isExport }, invalid('per_page')],
        [{ per_page: 501, export: false }, invalid('per_page')],
        [{ per_page: 10_000, ...isExport }, someRows],
        [{ per_page: 500 }, someRows],
        ...[1000, 2 ** 31, 2 ** 53 + 2, 1e21, 1e308].map((page) => [{ page }, noRows] as const),
        [{ page: 1e308, per_page: 10_000, ...isExport }, noRows],
      ]);
    });

    it('is not reported for any text in a search', async () => {
      const texts = [...hostileTexts, 'x'.repeat(mebibyte / 2), '👩'.repeat(100_000), '\ud800'];
      const isIn = (text: string) =>
        names.some((name) => name.includes(text.toLowerCase())) ? someRows : noRows;
      await expectBodies(texts.map((search) => [{ search }, isIn(search)]));
      expect(texts.map(isIn)).to.include(someRows);
      await expectBodies([
        [{ search: '' }, someRows],
        [{ search: 'ckU' }, someRows],
        [{ search: '\0' }, { status: 400, code: 'BAD_REQUEST', reason: 'invalid_value' }],
        [{ search: 'web\0' }, { status: 400, code: 'BAD_REQUEST', reason: 'invalid_value' }],
      ]);
    });

    it('is a 400 if the id of a cluster is malformed', async () => {
      const notUuid = (field: string): Expectation => ({
        ...malformed(field),
        code: 'INVALID_CLUSTER_ID',
      });
      const { id } = tenants.north;
      await expectBodies([
        ...['', ...malformedUuids, ...hostileTexts].flatMap((text) => [
          [{ cluster_ids: [text] }, notUuid('cluster_ids.0')] as const,
          [{ cluster_ids: [id, text] }, notUuid('cluster_ids.1')] as const,
        ]),
        ...valuesBut('string').map(
          (value) => [{ cluster_ids: [value] }, malformed('cluster_ids.0')] as const,
        ),
      ]);
    });

    it('is not reported for many or repeated clusters', async () => {
      const { id } = tenants.north;
      const readTotal = async (...clusterIds: string[]) =>
        (await tenants.client.post(path, { cluster_ids: clusterIds }, key)).body.data.summary
          .totalCost;
      const one = await readTotal(id);
      const many = Array.from({ length: 25_000 }, (_, index) => toUuid(`none ${index}`));
      expect(Number(one)).to.be.greaterThan(0);
      expect(await readTotal(...many, id)).to.equal(one);
      expect(await readTotal(id.toUpperCase())).to.equal(one);
      expect(await readTotal(...Array<string>(25_000).fill(id))).to.equal(one);
      await expectBodies([[{ cluster_ids: many }, noRows]]);
    });
  });

  describe('with invalid filters', () => {
    const statement = (change: object = {}) => ({
      field: 'name',
      operator: 'in',
      values: ['web'],
      ...change,
    });
    const onWorkload = (...workload: unknown[]) => ({ filter_expression: { workload } });
    const at = (axis: string, index = 0) => `filter_expression.${axis}.${index}`;

    it('is a 400 if a statement is malformed', async () => {
      for (const axis of ['workload', 'node', 'cluster']) {
        const filter = (...statements: unknown[]) => ({
          filter_expression: { [axis]: statements },
        });
        const { field, operator, values: some } = statement();
        await expectBodies([
          ...valuesBut('array').map(
            (value) =>
              [
                { filter_expression: { [axis]: value } },
                malformed(`filter_expression.${axis}`),
              ] as const,
          ),
          ...valuesBut('object').map((value) => [filter(value), malformed(at(axis))] as const),
          [filter({ operator, values: some }), malformed(`${at(axis)}.field`)],
          [filter({ field, values: some }), malformed(`${at(axis)}.operator`)],
          [filter({ field, operator }), malformed(`${at(axis)}.values`)],
          [filter(statement({ value: 'web' })), unknown(`${at(axis)}.value`)],
          [filter(statement(), withField('__proto__', {})), malformed(`${at(axis, 1)}.field`)],
          ...['field', 'operator'].flatMap((name) =>
            valuesBut('string').map(
              (value) =>
                [filter(statement({ [name]: value })), malformed(`${at(axis)}.${name}`)] as const,
            ),
          ),
          ...valuesBut('array').map(
            (value) =>
              [filter(statement({ values: value })), malformed(`${at(axis)}.values`)] as const,
          ),
          ...valuesBut('string').map(
            (value) =>
              [
                filter(statement({ values: ['web', value] })),
                malformed(`${at(axis)}.values.1`),
              ] as const,
          ),
        ]);
      }
    });

    it('is a 422 if a field or an operator is unknown', async () => {
      const close = ['', 'NAME', 'name ', 'label', 'label:', 'Label:app', 'team_id', 'id'];
      for (const axis of ['workload', 'node', 'cluster']) {
        const ofOthers = axis === 'workload' ? ['zone', 'region'] : ['label:app', 'kind'];
        const filter = (change: object) => ({
          filter_expression: { [axis]: [statement(change)] },
        });
        await expectBodies([
          ...[...close, ...ofOthers, ...hostileTexts].map(
            (field) => [filter({ field }), invalid(`${at(axis)}.field`, 'must_be_enum')] as const,
          ),
          ...['', 'IN', 'eq', '=', 'not in', 'or', ...hostileTexts].map(
            (operator) =>
              [filter({ operator }), invalid(`${at(axis)}.operator`, 'must_be_enum')] as const,
          ),
        ]);
      }
    });

    it('is a 422 if there are too many statements or values', async () => {
      const many = (count: number) => Array<string>(count).fill('web');
      const statements = (count: number) => many(count).map(() => statement());
      const tooMany = invalid('filter_expression');
      await expectBodies([
        [onWorkload(...statements(51)), tooMany],
        [{ filter_expression: { workload: statements(50), node: statements(1) } }, tooMany],
        [onWorkload(statement({ values: many(501) })), tooMany],
        [onWorkload(statement({ values: many(251) }), statement({ values: many(250) })), tooMany],
        [onWorkload(statement({ values: many(100_000) })), tooMany],
        [onWorkload(...statements(50)), someRows],
        [onWorkload(statement({ values: many(500) })), someRows],
        [onWorkload(statement({ values: ['web', 'x'.repeat(mebibyte / 2)] })), someRows],
        [onWorkload(statement({ values: [] })), noRows],
        [onWorkload(), someRows],
      ]);
    });

    it('is not reported for any text in a value or a label', async () => {
      const texts = [...hostileTexts, '', '\ud800', 'x'.repeat(100_000)];
      const fieldsByKind = {
        workload: ['name', 'namespace', 'kind', 'team', 'department', 'label:app'],
        node: ['name', 'instance_type', 'node_group', 'zone', 'capacity_type', 'architecture'],
        cluster: ['name', 'provider', 'region', 'environment'],
      };
      for (const [axis, of] of Object.entries(fieldsByKind)) {
        await expectBodies(
          of.flatMap((field) =>
            operators.map((operator) => [
              { filter_expression: { [axis]: [{ field, operator, values: texts }] } },
              // Some of the texts are part of anything, or its beginning.
              { status: 200 },
            ]),
          ),
        );
      }
      await expectBodies(
        hostileTexts.flatMap((text) => [
          [
            onWorkload({ field: `label:${text}`, operator: 'in', values: ['web'] }),
            noRows,
          ] as const,
          [onWorkload(statement({ values: [text] })), noRows] as const,
          [onWorkload(statement({ operator: 'not_in', values: [text] })), someRows] as const,
        ]),
      );
      const nul = { status: 400, code: 'BAD_REQUEST', reason: 'invalid_value' };
      await expectBodies([
        [onWorkload(statement({ values: ['web', 'a\0'] })), nul],
        [onWorkload(statement({ field: 'label:\0' })), nul],
      ]);
    });

    it('is not reported for a valid filter in any grouping', async () => {
      const texts = ["'; drop table workloads; --", '$1', '\\', '%', '__proto__', '\u2028', '"'];
      await expectBodies(
        groupings.flatMap((groupBy) =>
          ['detail', 'grouped'].flatMap((viewMode) =>
            texts.map((text) => {
              const like = { operator: 'contains', values: [text] };
              const filterExpression = {
                workload: [{ field: `label:${text}`, ...like }],
                node: [{ field: 'zone', ...like }],
                cluster: [{ field: 'region', ...like }],
              };
              return [
                {
                  group_by: groupBy,
                  view_mode: viewMode,
                  search: text,
                  filter_expression: filterExpression,
                },
                noRows,
              ] as const;
            }),
          ),
        ),
      );
    });
  });

  describe('that is malformed', () => {
    interface Outcome {
      readonly status: number;
      readonly code: string | undefined;
    }

    async function send(
      body: string | Buffer,
      headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
    ): Promise<Outcome> {
      const answer = await fetch(tenants.url + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, ...headers },
        body: new Blob([new Uint8Array(Buffer.from(body))]),
      });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return { status: answer.status, code: error?.code };
    }
    const badRequest = (status: number): Outcome => ({ status, code: 'BAD_REQUEST' });
    const answered: Outcome = { status: 200, code: undefined };

    it('is a 400 if it is not a JSON object', async () => {
      const bodies = [
        '',
        ' ',
        '{',
        '}',
        '{]',
        '{{}}',
        '{} {}',
        '{},',
        '[]',
        '[{}]',
        'null',
        'true',
        '1',
        '"{}"',
        "{'page':1}",
        '{page:1}',
        '{"page":1,}',
        '{"page":01}',
        '{"page":+1}',
        '{"page":NaN}',
        '{"page":1e}',
        '{"page":0x1}',
        '{"search":"\n"}',
        '{"search":"\\x"}',

        '/**/{}',
        '{}//',
        'page=1',
        '<query/>',
        '\0',
        '{}\0',
        'undefined',
        '{"search":"\\u12"}',
      ];
      for (const body of bodies) expect(await send(body), body).to.eql(badRequest(400));
      expect(await send(Buffer.from('{}', 'utf16le'))).to.eql(badRequest(400));
    });

    it('is a 400 if a number is not valid in JSON', async () => {
      expect(await send('{"page":1e400}')).to.eql(badRequest(400));
      expect(await send('{"page":-1e400}')).to.eql(badRequest(400));
      expect(await send('{"page":1e-400}')).to.eql({ status: 422, code: 'VALIDATION_ERROR' });
      expect(await send('{"page":1.0}')).to.eql(answered);
    });

    it('uses the last value of a duplicate key', async () => {
      expect(await send('{"page":1,"page":"x"}')).to.eql(badRequest(400));
      expect(await send('{"page":"x","page":1}')).to.eql(answered);
      expect(await send('{"page":1,"pa\\u0067e":0}')).to.eql({
        status: 422,
        code: 'VALIDATION_ERROR',
      });
    });

    it('is a 400 if it is nested too deeply', async () => {
      const deep = (open: string, inner: string, close: string) => {
        const count = Math.floor((mebibyte - 200) / (open.length + close.length));
        return open.repeat(count) + inner + close.repeat(count);
      };
      const bodies = [
        deep('[', '', ']'),
        '['.repeat(mebibyte),
        '{"a":'.repeat(200_000),
        deep('{"a":', '1', '}'),
        deep('{"filter_expression":', '{}', '}'),
        `{"search":${deep('[', '', ']')}}`,
        `{"cluster_ids":${deep('[', '', ']')}}`,
        `{"filter_expression":{"workload":${deep('[', '', ']')}}}`,
        `{"filter_expression":{"workload":[{"field":"name","operator":"in","values":${deep('[', '', ']')}}]}}`,
      ];
      for (const body of bodies) {
        expect(await send(body), body.slice(0, 60)).to.eql(badRequest(400));
      }
    });

    it('is a 400 if a large body is completely wrong', async () => {
      const full = (item: string) =>
        Array<string>(Math.floor((mebibyte - 200) / (item.length + 1)))
          .fill(item)
          .join();
      const bodies = [
        `{"cluster_ids":[${full('1')}]}`,
        `{"filter_expression":{"workload":[${full('{}')}]}}`,
        `{"filter_expression":{"workload":[{"field":"name","operator":"in","values":[${full('1')}]}]}}`,
        `{${Array.from({ length: 90_000 }, (_, index) => `"a${index}":1`).join()}}`,
      ];
      for (const body of bodies) {
        expect(await send(body), body.slice(0, 60)).to.eql(badRequest(400));
      }
    });

    it('is a 413 over 1 MiB, however it is sent', async () => {
      const padded = (size: number) => `{"search":"${'x'.repeat(size - 13)}"}`;
      const json = { 'Content-Type': 'application/json' };
      expect(await send(padded(mebibyte))).to.eql(answered);
      expect(await send(padded(mebibyte + 1))).to.eql(badRequest(413));
      expect(await send(`{}${' '.repeat(mebibyte - 1)}`)).to.eql(badRequest(413));
      const bomb = gzipSync(padded(200 * mebibyte));
      expect(bomb.length).to.be.lessThan(mebibyte);
      expect(await send(bomb, { ...json, 'Content-Encoding': 'gzip' })).to.eql(badRequest(413));
    });

    it('is a 400 if its encoding is not the declared one', async () => {
      const json = { 'Content-Type': 'application/json' };
      for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
        const outcome = await send('{}', { ...json, 'Content-Encoding': encoding });
        expect(outcome, encoding).to.eql(badRequest(400));
      }
      expect(
        await send(gzipSync('{}').subarray(0, 15), { ...json, 'Content-Encoding': 'gzip' }),
      ).to.eql(badRequest(400));
      expect(await send(gzipSync('{}'), { ...json, 'Content-Encoding': 'gzip' })).to.eql(answered);
    });

    it('is a 415 in an unknown encoding or charset', async () => {
      const json = { 'Content-Type': 'application/json' };
      for (const encoding of ['none', "'"]) {
        const outcome = await send('{}', { ...json, 'Content-Encoding': encoding });
        expect(outcome, encoding).to.eql(badRequest(415));
      }
      const latin = { 'Content-Type': 'application/json; charset=latin1' };
      expect(await send('{}', latin)).to.eql(badRequest(415));
    });

    it('is a 415 if it is not sent as JSON', async () => {
      const types = [
        'text/plain',
        'text/json',
        'application/x-www-form-urlencoded',
        '*/*',
        'json',
        '/',
        'application/jsonp',
        'application/json5',
        'application/json-patch+json',
        'text/html',
        'application/vnd.api+json',
        'multipart/form-data; boundary=x',
        'application/ json',
        'text/plain; application/json',
        'application/json, text/plain',
      ];
      for (const type of types) {
        expect(await send('{}', { 'Content-Type': type }), type).to.eql(badRequest(415));
      }
      expect(await send('{}', {})).to.eql(badRequest(415));
      for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
        expect(await send('{}', { 'Content-Type': type }), type).to.eql(answered);
      }
    });
  });

  it('is reported together with an invalid query', async () => {
    await expectAll([
      [`${path}?colour=1`, unknown('colour'), {}],
      [`${path}?group_by=node`, unknown('group_by'), {}],
      [`${path}?basis=all`, unknown('basis'), {}],
      [`${path}?%zz=1`, { status: 400, code: 'BAD_REQUEST' }, {}],
      [`${path}?colour=1`, unknown('colour'), { page: 0 }],
      [`${path}?cost_mode=x&cost_mode=`, someRows, {}],
    ]);
  });

  describe('after all requests', () => {
    it('has not changed any row', async () => {
      expect(await digestTables(tenants.database)).to.eql(rowsBefore);
    });

    it('has left the service unchanged', async () => {
      expect((await tenants.client.get('/health/ready')).status).to.equal(200);
      await expectBodies([[{}, someRows]]);
    });
  });
});

/** An object with one field of its own, whatever its name. */
const withField = (name: string, value: unknown) =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object;
