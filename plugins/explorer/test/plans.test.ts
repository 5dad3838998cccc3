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
import { prepareView } from '../src/queries/prepare-view.ts';
import { type Period, planReading, planSum } from '../src/queries/reading.ts';
import { selectMeasures } from '../src/queries/select-measures.ts';
import { loadsMeasuresSeparately, selectPage } from '../src/queries/select-page.ts';
import { selectPreviousPeriod } from '../src/queries/select-previous-period.ts';
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

/** No statistics are there, so that every estimate is a guess. */
describe('plans of the cost explorer', () => {
  let ledger: Ledger;
  let scope: ExplorerScope;

  before(async () => {
    ledger = await Ledger.boot();
    scope = { organizationId: ledger.organization, clusters: null };
  });
  after(() => ledger.app.stop());

  const readPlan = async (statement: RawBuilder<unknown>): Promise<string> => {
    const { sql, parameters } = compile(statement);
    const rows = await ledger.app.sql(`explain (format json) ${sql}`, parameters);
    return JSON.stringify(rows, null, 1);
  };

  const combined = [
    ['label:app'],
    ['namespace', 'label:app', 'annotation:note'],
    ['pod', 'label:app'],
    ['node', 'label:app'],
    ['instance_type', 'namespace'],
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
          const prepared = compile(prepareView(scope, question.window));
          await ledger.app.sql('begin');
          await ledger.app.sql(prepared.sql, prepared.parameters);
          for (const periods of Object.values(rolledUp)) {
            for (const statement of listStatements(question, scope, periods)) {
              expect(await readPlan(statement)).not.to.match(rowByRow);
            }
          }
          await ledger.app.sql('rollback');
        }
      });
    }
  }
});

const now = new Date('2026-07-15T19:33:00Z');

const june = { start: '2026-06-01', end: '2026-06-30' };
const quarter = { start: '2026-07-01', end: '2026-07-08' };
const rolledUp: Record<string, readonly Period[]> = {
  nothing: [],
  everything: [june, quarter].map((period) => ({ ...period, without: [] })),
  'some clusters': [{ ...quarter, without: ['8c5d3c3e-31f0-4a4b-9df0-1b7f9a5f8a10'] }],
};

function listStatements(question: Question, scope: ExplorerScope, periods: readonly Period[]) {
  const reading = planReading(question.window, periods);
  const window = windowBefore(question.window);
  const before = { rows: planReading(window, periods), sum: planSum(window, periods) };
  return [
    selectPage(question, scope, reading),
    ...(loadsMeasuresSeparately(question)
      ? [selectMeasures(question, scope, reading, { units: '[]', total: '1' })]
      : []),
    selectPreviousPeriod(question, scope, before, '1'),
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
