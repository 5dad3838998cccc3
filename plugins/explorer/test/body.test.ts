import { expect } from 'chai';
import { Ledger, path } from './ledger.ts';
import { spendWorkedExample } from './worked-example.ts';

const groupBys = [
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
  'label:<key>',
  'annotation:<key>',
];
const measures = [
  'totalCost',
  'cpuCost',
  'memoryCost',
  'gpuCost',
  'storageCost',
  'idleCost',
  'overheadCost',
  'cpuCoreHoursRequested',
  'cpuCoreHoursUsed',
  'memoryGibHoursRequested',
  'memoryGibHoursUsed',
  'cpuEfficiencyPercent',
  'memoryEfficiencyPercent',
  'costSharePercent',
];
const workloadFields = ['name', 'uid', 'namespace', 'kind', 'team', 'department', 'label:<key>'];
const nodeFields = [
  'name',
  'uid',
  'instance_type',
  'node_group',
  'zone',
  'capacity_type',
  'architecture',
];
const clusterFields = ['name', 'provider', 'region', 'environment'];
const operators = ['in', 'not_in', 'contains', 'starts_with'];

const statement = (own: object = {}) => ({ field: 'name', operator: 'in', values: ['x'], ...own });
const filter = (axis: string, ...statements: unknown[]) => ({
  filter_expression: { [axis]: statements },
});
const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

interface Refusal {
  readonly body: unknown;
  readonly code: string;
  readonly detail: object;
}
const refused =
  (code: string) =>
  (body: unknown, field?: string, own: object = {}) => ({
    body,
    code,
    detail: { ...(field === undefined ? {} : { field }), ...own },
  });
const bad = refused('BAD_REQUEST');
const badId = refused('INVALID_CLUSTER_ID');
const invalid = refused('VALIDATION_ERROR');
const invalidMode = refused('INVALID_COST_MODE');
const unknown = { reason: 'unknown_filter_key' };
const enumProblem = (...allowed: string[]) => ({ reason: 'must_be_enum', allowed });
const statuses: Record<string, number> = {
  BAD_REQUEST: 400,
  INVALID_CLUSTER_ID: 400,
  VALIDATION_ERROR: 422,
  INVALID_COST_MODE: 422,
};

const refusals: Refusal[] = [
  bad({ colour: 'red' }, 'colour', unknown),
  bad({ groupBy: 'node' }, 'groupBy', unknown),
  bad({ filter_expression: { pods: [] } }, 'filter_expression.pods', unknown),
  bad(
    { filter_expression: { all_of: [{ all_of: [] }] } },
    'filter_expression.all_of.0.all_of',
    unknown,
  ),
  bad({ filter_expression: { all_of: {} } }, 'filter_expression.all_of'),
  bad(filter('node', statement({ not: true })), 'filter_expression.node.0.not', unknown),
  bad(filter('node', { field: 'name', operator: 'in' }), 'filter_expression.node.0.values'),
  bad(filter('workload', { operator: 'in', values: [] }), 'filter_expression.workload.0.field'),
  bad(filter('cluster', { field: 'name', values: [] }), 'filter_expression.cluster.0.operator'),
  bad(filter('workload', null), 'filter_expression.workload.0'),
  bad(filter('workload', statement({ values: 'x' })), 'filter_expression.workload.0.values'),
  bad(filter('workload', statement({ values: [1] })), 'filter_expression.workload.0.values.0'),
  bad(filter('workload', statement({ field: 1 })), 'filter_expression.workload.0.field'),
  bad({ filter_expression: { workload: statement() } }, 'filter_expression.workload'),
  bad({ filter_expression: [] }, 'filter_expression'),
  bad({ search: 'a\0b' }, undefined, { reason: 'invalid_value' }),
  ...[
    'group_by',
    'cost_mode',
    'basis',
    'start_date',
    'end_date',
    'page',
    'per_page',
    'export',
    'sort_by',
    'sort_order',
    'search',
    'view_mode',
    'cluster_ids',
    'filter_expression',
  ].map((field) => bad({ [field]: null }, field)),
  ...['group_by', 'cost_mode', 'basis', 'start_date', 'end_date', 'sort_by', 'search'].map(
    (field) => bad({ [field]: 1 }, field),
  ),
  bad({ page: '1' }, 'page'),
  bad({ page: 1.5 }, 'page'),
  bad({ per_page: '50' }, 'per_page'),
  bad({ export: 'true' }, 'export'),
  bad({ cluster_ids: 'x' }, 'cluster_ids'),
  bad({ cluster_ids: [1] }, 'cluster_ids.0'),
  badId({ cluster_ids: ['nonsense'] }, 'cluster_ids.0'),
  badId({ cluster_ids: [crypto.randomUUID(), "x' or true --"] }, 'cluster_ids.1'),
  ...['team', 'day', 'owner:', 'Workload', 'label:', 'label', 'labels:app', 'constructor', ''].map(
    (groupBy) => invalid({ group_by: groupBy }, 'group_by', enumProblem(...groupBys)),
  ),
  bad({ group_by: ['namespace', 1] }, 'group_by.1'),
  bad({ group_by: { label: 'app' } }, 'group_by'),
  invalid({ group_by: ['namespace', 'team'] }, 'group_by.1', enumProblem(...groupBys)),
  invalid({ group_by: [] }, 'group_by', { reason: 'invalid_value' }),
  invalid({ group_by: ['label:a', 'label:b', 'label:c', 'label:d'] }, 'group_by', {
    reason: 'invalid_value',
    message: 'must have at most 3 items',
  }),
  invalid({ group_by: ['namespace', 'pod', 'namespace'] }, 'group_by', { reason: 'invalid_value' }),
  invalid({ group_by: `label:${'x'.repeat(318)}` }, 'group_by', {
    reason: 'invalid_value',
    message: 'must name a key of at most 317 characters',
  }),
  bad({ label_inheritance: 'yes' }, 'label_inheritance'),
  bad({ group_by: 'label:a\0b' }, undefined, { reason: 'invalid_value' }),
  invalidMode(
    { cost_mode: 'workload-only' },
    'cost_mode',
    enumProblem('fully_loaded', 'workload_only'),
  ),
  invalid({ basis: 'some' }, 'basis', enumProblem('legacy', 'all')),
  invalid({ sort_order: 'up' }, 'sort_order', enumProblem('asc', 'desc')),
  invalid({ view_mode: 'list' }, 'view_mode', enumProblem('detail', 'grouped')),
  ...['2026-02-30', '2026-7-1', '01.07.2026', '2026-07-01T00:00:00Z', '', '0000-01-01'].flatMap(
    (day) => [invalid({ start_date: day }, 'start_date'), invalid({ end_date: day }, 'end_date')],
  ),
  invalid({ page: 0 }, 'page'),
  invalid({ page: -1 }, 'page'),
  invalid({ per_page: 0 }, 'per_page'),
  invalid({ per_page: 501 }, 'per_page'),
  invalid({ per_page: 501, export: false }, 'per_page'),
  invalid({ per_page: 10_001, export: true }, 'per_page'),
  invalid({ start_date: '2026-07-02', end_date: '2026-07-01' }, 'end_date'),
  // The window ends today by default.
  invalid({ start_date: '2026-07-16' }, 'start_date', { message: 'must not be after today' }),
  invalid({ start_date: '2016-07-07' }, 'start_date', {
    message: 'must be less than 3660 days before today',
  }),
  invalid({ start_date: '2016-07-05', end_date: '2026-07-13' }, 'end_date', {
    message: 'must be less than 3660 days after `start_date`',
  }),
  invalid(
    { sort_by: 'podName' },
    'sort_by',
    enumProblem(
      'workloadName',
      'workloadUid',
      'workloadKind',
      'namespace',
      'clusterId',
      'clusterName',
      ...measures,
    ),
  ),
  invalid(
    { group_by: 'namespace', view_mode: 'grouped', sort_by: 'clusterName' },
    'sort_by',
    enumProblem('namespace', ...measures),
  ),
  ...['total_cost', 'TotalCost', '', 'totalCost desc', '1; drop table workload_days'].map((field) =>
    invalid({ sort_by: field }, 'sort_by'),
  ),
  ...['labels', 'label:', 'label', 'ip', 'label :x'].map((field) =>
    invalid(
      filter('workload', statement(), statement({ field })),
      'filter_expression.workload.1.field',
      enumProblem(...workloadFields),
    ),
  ),
  invalid(
    filter('node', statement({ field: 'label:x' })),
    'filter_expression.node.0.field',
    enumProblem(...nodeFields),
  ),
  invalid(
    filter('cluster', statement({ field: 'id' })),
    'filter_expression.cluster.0.field',
    enumProblem(...clusterFields),
  ),
  invalid(
    filter('cluster', statement({ operator: 'like' })),
    'filter_expression.cluster.0.operator',
    enumProblem(...operators),
  ),
  invalid(filter('pod', statement({ field: 'ip' })), 'filter_expression.pod.0.field'),
  invalid(
    { filter_expression: { all_of: [{}, { workload: [statement({ field: 'x' })] }] } },
    'filter_expression.all_of.1.workload.0.field',
  ),
  invalid(
    {
      filter_expression: {
        pod: many(25, statement()),
        all_of: [{ pod: many(26, statement()) }],
      },
    },
    'filter_expression',
  ),
  invalid(filter('workload', ...many(51, statement())), 'filter_expression'),
  invalid(
    {
      filter_expression: { workload: many(25, statement()), node: many(26, statement()) },
    },
    'filter_expression',
  ),
  invalid(filter('workload', statement({ values: many(501, 'x') })), 'filter_expression'),
  invalid(
    {
      filter_expression: {
        workload: [statement({ values: many(250, 'x') })],
        cluster: [statement({ values: many(251, 'x') })],
      },
    },
    'filter_expression',
  ),
];

describe(`POST ${path}`, () => {
  let ledger: Ledger;

  before(async () => {
    ledger = await Ledger.boot();
    await spendWorkedExample(ledger);
  });
  after(() => ledger.app.stop());

  for (const { body, code, detail } of refusals) {
    it(`answers ${statuses[code]} ${code} to ${JSON.stringify(body).slice(0, 90)}`, async () => {
      const { status, body: answer } = await ledger.post(body);

      expect(status, JSON.stringify(answer)).to.equal(statuses[code]);
      expect(answer.data).to.equal(null);
      expect(answer.error.code).to.equal(code);
      expect(answer.error.details[0]).to.deep.include(detail);
    });
  }

  it('reports all problems of one kind, and a malformed body before invalid values', async () => {
    const semantic = await ledger.post({ basis: 'x', view_mode: 'y', page: 0 });
    const both = await ledger.post({ basis: 'x', colour: 'red' });
    const together = await ledger.post({ per_page: 501, sort_by: 'x', end_date: '0001-01-01' });

    const fields = ({ body }: Awaited<ReturnType<Ledger['post']>>) =>
      body.error.details.map(({ field }: { field: string }) => field);
    expect(fields(semantic)).to.have.members(['basis', 'view_mode', 'page']);
    expect(fields(both)).to.eql(['colour']);
    expect(fields(together)).to.eql(['per_page', 'sort_by']);
  });

  it('responds in its own envelope', async () => {
    const { status, body, headers } = await ledger.post({});

    expect(status).to.equal(200);
    expect(body).to.have.all.keys('success', 'data', 'request_id');
    expect(body.success).to.equal(true);
    expect(body.request_id).to.equal(headers.get('x-request-id'));
    expect(body.data).to.have.all.keys('rows', 'summary', 'pagination');
  });

  it('ignores cost_mode in the query, whatever it is', async () => {
    const plain = await ledger.post({});
    for (const mode of ['workload_only', 'workload-only', '']) {
      const { status, body } = await ledger.post({}, ledger.key, `?cost_mode=${mode}`);

      expect(status).to.equal(200);
      expect(body.data).to.eql(plain.body.data);
    }
    const other = await ledger.post({}, ledger.key, '?basis=all');
    expect(other.body.error.details[0]).to.include({ field: 'basis', ...unknown });
  });

  it('takes the default of every field that is left out', async () => {
    const explicit = {
      group_by: 'workload',
      cost_mode: 'fully_loaded',
      basis: 'legacy',
      start_date: '2026-06-16',
      end_date: '2026-07-15',
      page: 1,
      per_page: 50,
      export: false,
      sort_by: 'totalCost',
      sort_order: 'desc',
      view_mode: 'detail',
      filter_expression: {},
    };
    const full = await ledger.query(explicit);

    expect(full.summary).to.include({ totalCost: '35.7500', averageDailyCost: '1.1917' });
    expect(full.pagination).to.include({ page: 1, per_page: 50 });
    expect(await ledger.query({})).to.eql(full);
    for (const field of Object.keys(explicit)) {
      const { [field as keyof typeof explicit]: _, ...rest } = explicit;
      expect(await ledger.query(rest), field).to.eql(full);
    }
  });

  describe('window', () => {
    /** Days are told from each other by what they cost. */
    before(async () => {
      const cluster = await ledger.cluster();
      const owner = await ledger.owner(cluster, ['Deployment', 'shop', 'days']);
      const days = { '2026-06-15': 1, '2026-06-16': 10, '2026-07-14': 100, '2026-07-15': 1_000 };
      for (const [date, storage] of Object.entries(days)) {
        await ledger.spend(cluster, date, { volumes: [{ owner, storage, management: 0 }] });
      }
    });

    const cases: [title: string, body: object, total: string][] = [
      ['the last 30 days', {}, '1110.0000'],
      ['from a day up to today', { start_date: '2026-07-15' }, '1000.0000'],
      ['30 days up to a day', { end_date: '2026-07-14' }, '111.0000'],
      ['a single day', { start_date: '2026-07-14', end_date: '2026-07-14' }, '100.0000'],
      ['both ends', { start_date: '2026-06-15', end_date: '2026-06-16' }, '11.0000'],
      ['days to come', { end_date: '2030-01-01' }, '0.0000'],
      ['3,660 days', { start_date: '2016-07-06', end_date: '2026-07-13' }, '11.0000'],
      ['the first days there are', { end_date: '0001-01-05' }, '0.0000'],
      ['the last days there are', { end_date: '9999-12-31' }, '0.0000'],
    ];
    for (const [title, window, total] of cases) {
      it(`is ${title}`, async () => {
        const { rows, summary } = await ledger.query({ ...window, basis: 'all', search: 'days' });

        expect(summary.totalCost).to.equal(total);
        expect(rows).to.have.length(total === '0.0000' ? 0 : 1);
      });
    }
  });

  for (const body of [
    { per_page: 500 },
    { per_page: 501, export: true },
    { per_page: 10_000, export: true },
    { cluster_ids: [] },
    filter('workload', ...many(50, statement())),
    filter('workload', statement({ values: many(500, 'x') })),
    filter('workload', statement({ field: 'label:a b\n%', values: [] })),
    { group_by: 'label:a b\n%\'"$1.x', sort_by: 'label:a b\n%\'"$1.x' },
    { group_by: `annotation:${'x'.repeat(317)}` },
    { group_by: ['pod'], label_inheritance: true },
  ]) {
    it(`accepts ${JSON.stringify(body).slice(0, 80)}`, async () => {
      expect((await ledger.post(body)).status).to.equal(200);
    });
  }

  it('accepts only a JSON body', async () => {
    const send = (body: string, type = 'application/json') =>
      ledger.app.request(path, {
        method: 'POST',
        key: ledger.key,
        body,
        headers: { 'Content-Type': type },
      });

    expect((await send('{}', 'text/plain')).status).to.equal(415);
    expect((await send('{')).status).to.equal(400);
    expect((await send('[]')).status).to.equal(400);
    expect((await send(JSON.stringify({ search: 'x'.repeat(1024 * 1024) }))).status).to.equal(413);
  });

  it('is documented with its errors', () => {
    const operation = ledger.app.document.paths[path]!.post as { responses: object };

    expect(operation.responses).to.include.keys('200', '400', '422', '502', '504');
  });

  it('changes nothing, whatever the query', async () => {
    const before = await ledger.query({});
    await ledger.query({ search: "'; delete from workload_days; --" });
    await ledger.query(filter('workload', statement({ values: ["'); delete from clusters; --"] })));

    expect(await ledger.query({})).to.eql(before);
  });
});
