import { expect } from 'chai';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { tuneSession } from '../src/queries/answer-question.ts';
import { type ExplorerScope } from '../src/queries/explorer-scope.ts';
import { selectMeasures } from '../src/queries/select-measures.ts';
import { loadsMeasuresSeparately, selectPage } from '../src/queries/select-page.ts';
import { selectPreviousPeriod } from '../src/queries/select-previous-period.ts';
import { type ExplorerBody } from '../src/question/body-schema.ts';
import { groupBys, viewModes } from '../src/question/grouping.ts';
import { type Question, toQuestion } from '../src/question/question.ts';
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

  for (const groupBy of groupBys) {
    for (const [filtered, filterExpression] of Object.entries(filters)) {
      it(`read rows in one go and join them by hash: ${groupBy}, ${filtered}`, async () => {
        for (const viewMode of viewModes) {
          const question = toQuestion(
            { group_by: groupBy, view_mode: viewMode, filter_expression: filterExpression },
            now,
          );
          await ledger.app.sql('begin');
          await ledger.app.sql(compile(tuneSession).sql, compile(tuneSession).parameters);
          for (const statement of listStatements(question, scope)) {
            expect(await readPlan(statement)).not.to.match(rowByRow);
          }
          await ledger.app.sql('rollback');
        }
      });
    }
  }
});

const now = new Date('2026-07-15T19:33:00Z');

const listStatements = (question: Question, scope: ExplorerScope) => [
  selectPage(question, scope),
  ...(loadsMeasuresSeparately(question)
    ? [selectMeasures(question, scope, { units: '[]', total: '1' })]
    : []),
  selectPreviousPeriod(question, scope, '1'),
];

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
