import { expect } from 'chai';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { type ExplorerScope } from '../src/queries/explorer-scope.ts';
import { setPlannerOptions } from '../src/queries/set-planner-options.ts';
import { type Period, periodsOfRows, planReading } from '../src/queries/reading.ts';
import { selectMeasures } from '../src/queries/select-measures.ts';
import { loadsMeasuresSeparately, selectPage } from '../src/queries/select-page.ts';
import { selectSum, selectSumOfRows } from '../src/queries/read-previous-period.ts';
import { type ExplorerBody } from '../src/question/body-schema.ts';
import { groupBys, viewModes } from '../src/question/grouping.ts';
import { type Question, toQuestion } from '../src/question/question.ts';
import { windowBefore } from '../src/question/window.ts';
import { Ledger } from './ledger.ts';

type Filters = NonNullable<ExplorerBody['filter_expression']>;

const node: Filters = { node: [{ field: 'architecture', operator: 'in', values: ['amd64'] }] };
const workload: Filters = { workload: [{ field: 'team', operator: 'contains', values: ['a'] }] };
const cluster: Filters = { cluster: [{ field: 'name', operator: 'not_in', values: ['x'] }] };
const filters: Record<string, Filters> = {
  'no filter': {},
  'a node filter': node,
  'a workload filter': workload,
  'a cluster filter': cluster,
  'filters of every axis': { ...node, ...workload, ...cluster },
};

/** What reads or joins row by row: it takes as long as an estimate has gone wrong. */
const rowByRow = /"Node Type": "(?:Nested Loop|Merge Join|Index Scan|Index Only Scan)"/;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The joins of a plan, each by all that is read for it. */
function listJoins(plan: Plan): readonly string[][] {
  const parts = plan.Plans ?? [];
  const own = plan['Node Type'] === 'Hash Join' ? [listRead(plan)] : [];
  return [...own, ...parts.flatMap(listJoins)];
}

const listRead = (plan: Plan): string[] => [
  plan['Relation Name'] ?? plan['Node Type'],
  ...(plan.Plans ?? []).flatMap(listRead),
];

/** Facts, or units of them, tell which node has which owner: without them each has each. */
const joinsAllNodesWithAllOwners = (read: readonly string[]) =>
  read.includes('owner_descriptions') &&
  read.some((name) => name.startsWith('node_')) &&
  !read.some((name) => name.startsWith('container_') || name === 'CTE Scan');

async function isOnCitus(ledger: Ledger): Promise<boolean> {
  const [row] = await ledger.app.sql<{ on_citus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as on_citus`,
  );
  return row!.on_citus;
}

/** No statistics are there, so that every estimate is a guess. */
describe('plans of the cost explorer', () => {
  let ledger: Ledger;
  let scope: ExplorerScope;

  before(async function () {
    ledger = await Ledger.boot();
    scope = { organizationId: ledger.organization, clusters: null };
    if (await isOnCitus(ledger)) {
      Object.assign(this.test!, { skipReason: 'reads the plans of a single server' });
      this.skip();
    }
  });
  after(() => ledger.app.stop());

  /** Most statements are also those of other questions. */
  const plans = new Map<string, Plan>();

  const readPlan = async (statement: RawBuilder<unknown>): Promise<Plan> => {
    const { sql, parameters } = compile(statement);
    const text = JSON.stringify([sql, parameters]);
    const known = plans.get(text);
    if (known) return known;
    const [explained] = await ledger.app.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${sql}`,
      parameters,
    );
    const { Plan: plan } = explained!['QUERY PLAN'][0];
    plans.set(text, plan);
    return plan;
  };

  const combined = [
    ['label:app'],
    ['namespace', 'label:app', 'annotation:note'],
    ['pod', 'label:app'],
    ['node', 'label:app'],
    ['instance_type', 'namespace'],
    ['time:day', 'owner:team'],
    ['time:day', 'namespace', 'label:app'],
    ['time:day', 'node'],
  ];
  for (const groupBy of [...groupBys, ...combined]) {
    for (const [filtered, filterExpression] of Object.entries(filters)) {
      it(`read rows in one go and join them by hash: ${String(groupBy)}, ${filtered}`, async () => {
        for (const viewMode of viewModes) {
          const question = toQuestion(
            {
              group_by: groupBy,
              label_inheritance: true,
              view_mode: viewMode,
              filter_expression: filterExpression,
            },
            now,
          );
          const prepared = compile(setPlannerOptions);
          await ledger.app.sql('begin');
          await ledger.app.sql(prepared.sql, prepared.parameters);
          for (const periods of Object.values(rolledUp)) {
            for (const statement of listStatements(question, scope, periods)) {
              const plan = await readPlan(statement);
              expect(JSON.stringify(plan, null, 1)).not.to.match(rowByRow);
              expect(listJoins(plan).filter(joinsAllNodesWithAllOwners)).to.eql([]);
            }
          }
          await ledger.app.sql('rollback');
        }
      });
    }
  }
});

/** Two clusters of a thousand pods each, of which a page shows two. */
describe('plans of the cost explorer on Citus', () => {
  let ledger: Ledger;
  let scope: ExplorerScope;

  before(async function () {
    ledger = await Ledger.boot();
    if (!(await isOnCitus(ledger))) {
      Object.assign(this.test!, { skipReason: 'needs `npm test -- --citus`' });
      this.skip();
    }
    scope = { organizationId: ledger.organization, clusters: null };
    for (const cluster of [await ledger.cluster(), await ledger.cluster()]) {
      for (const statement of manyPods)
        await ledger.app.sql(statement, [scope.organizationId, cluster]);
    }
  });
  after(() => ledger.app.stop());

  const explain = async (statement: RawBuilder<unknown>): Promise<string> => {
    const { sql, parameters } = compile(statement);
    const sent = sql.replaceAll(/\/\* one server: .*? Citus: (.*?) \*\//g, '$1');
    const rows = await ledger.app.sql(`explain (analyze, format json) ${sent}`, parameters);
    return JSON.stringify(rows);
  };

  for (const groupBy of [
    'workload',
    'deployment',
    'pod',
    'container',
    ['pod', 'label:app'],
    ['time:day', 'label:app'],
  ]) {
    it(`leave the rows of clusters on their workers: ${String(groupBy)}`, async () => {
      const question = toQuestion(
        { group_by: groupBy, per_page: 2, start_date: day, end_date: day },
        now,
      );
      await ledger.app.sql('begin');
      for (const statement of listStatements(question, scope, [])) {
        const sizes = (await explain(statement)).matchAll(/Intermediate Data Size\W+(\d+ \w+)/g);
        for (const [, size] of sizes) expect(size).to.match(/^\d+ bytes$/);
      }
      await ledger.app.sql('rollback');
    });
  }
});

const day = '2026-07-10';

const manyPods = [
  `insert into owner_descriptions (organization_id, cluster_id, owner_uid, kind, namespace, name, labels,
      teams, departments, digest)
    select $1, $2, gen_random_uuid(), 'Deployment', 'shop', 'workload-' || n, '{"app": "a"}', '{}', '{}',
      gen_random_uuid()
    from generate_series(1, 1000) as n`,
  `insert into workload_days (organization_id, cluster_id, day, workload_uid, description_id, seconds,
      cpu_cost_seconds, cpu_requested_core_seconds, memory_requested_byte_seconds, gpu_requested_seconds,
      cpu_charged_core_seconds, memory_charged_byte_seconds)
    select organization_id, cluster_id, '${day}', owner_uid, id, 86400, id, 1, 1, 0, 1, 1
    from owner_descriptions where organization_id = $1 and cluster_id = $2`,
  `insert into container_days (organization_id, cluster_id, day, pod_uid, container_name, pod_name,
      workload_uid, description_id, node_uid, seconds, cpu_cost_seconds, cpu_requested_core_seconds,
      memory_requested_byte_seconds, gpu_requested_seconds)
    select organization_id, cluster_id, '${day}', owner_uid, 'main', name || '-0', owner_uid, id, owner_uid,
      86400, id, 1, 1, 0
    from owner_descriptions where organization_id = $1 and cluster_id = $2`,
];

const now = new Date('2026-07-15T19:33:00Z');

const june = { start: '2026-06-01', end: '2026-06-30' };
const quarter = { start: '2026-07-01', end: '2026-07-08' };
const rolledUp: Record<string, readonly Period[]> = {
  nothing: [],
  everything: [june, quarter].map((period) => ({ ...period, without: [] })),
  'some clusters': [{ ...quarter, without: ['8c5d3c3e-31f0-4a4b-9df0-1b7f9a5f8a10'] }],
};

function listStatements(question: Question, scope: ExplorerScope, periods: readonly Period[]) {
  const known = periodsOfRows(question.grouping, periods);
  const reading = planReading(question.window, known);
  const window = windowBefore(question.window);
  const before = { rows: planReading(window, known), sum: planReading(window, periods) };
  return [
    selectPage(question, scope, reading),
    ...(loadsMeasuresSeparately(question)
      ? [selectMeasures(question, scope, reading, { units: '[]', total: '1' })]
      : []),
    selectSum(question, scope, before, '1'),
    selectSumOfRows(question, scope, before.rows, '1'),
  ];
}

const compile = (statement: RawBuilder<unknown>) => {
  const { sql, parameters } = statement.compile(compiler);
  return { sql, parameters };
};

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
