import { expect } from 'chai';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { atLeast } from '../src/listing/at-least.ts';
import { type AnyTables, type ListQuery } from '../src/listing/list-definition.ts';
import { type AnyList, selectPage } from '../src/listing/list-queries.ts';
import { preparePages } from '../src/listing/page-statements.ts';

/** What was executed, in order. */
const executed: CompiledQuery[] = [];
const db = new Kysely<AnyTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  log({ query }) {
    executed.push(query);
  },
});

const list = {
  from: (one: Kysely<AnyTables>, organizationId: string) =>
    one
      .selectFrom('workloads as workload')
      .where('workload.organization_id', '=', organizationId)
      .where('workload.size', '<>', 100),
  clusters: 'workload.cluster_id',
  filters: {
    kind: 'workload.kind',
    has_hpa: 'workload.has_hpa',
    min_cost: atLeast('workload.rank'),
  },
  formerRanks: 'workloads.rank',
  order: { rank: 'workload.rank', uid: 'workload.uid' },
  mergeBy: { clusters: { column: 'workload.cluster_id', type: 'uuid' } },
  keysFirst: { key: { uid: 'workload.uid' }, when: 'merged' },
  isSized: true,
  select: (rows: ReturnType<typeof selectPage>, organizationId: string) =>
    rows.select(['workload.uid', 'workload.rank']).where('workload.owner', '=', organizationId),
} as unknown as AnyList;

const many = Array.from({ length: 40 }, (_, index) => `cluster ${index}`);
/** Every choice is combined with every other. */
const choices = {
  organizationId: ['one', 'another'],
  clusters: [undefined, ['a'], ['a', 'b', 'a'], many],
  kind: [undefined, ['Job', "D'oh"], []],
  has_hpa: [undefined, true, false],
  min_cost: [undefined, '0.5'],
  after: [undefined, [-7.5, 'uid'], ['100', '']],
  snapshot: [undefined, '7:7:', '7:9:8'],
  limit: [100, 1, 500],
};

function* combine(names: readonly string[]): Generator<Record<string, unknown>> {
  const [name, ...rest] = names;
  if (name === undefined) return yield {};
  for (const value of choices[name as keyof typeof choices]) {
    for (const others of combine(rest)) yield { ...others, [name]: value };
  }
}

describe('page statements', () => {
  it('match what a list builds from the request, whatever was requested before', async () => {
    const readPage = preparePages(list);
    let compared = 0;
    for (const { organizationId, limit, after, snapshot, ...values } of combine(
      Object.keys(choices),
    )) {
      const walk = after === undefined || snapshot === undefined ? {} : { walk: { snapshot } };
      const place = after === undefined ? {} : { after };
      const page = { limit, includeTotal: false, ...place, ...walk };
      const query = { db, organizationId, values, page } as unknown as ListQuery;
      await readPage(query);
      const { sql, parameters } = executed.pop()!;
      const built = selectPage(list, query).compile();
      expect({ sql, parameters }).to.deep.equal({ sql: built.sql, parameters: built.parameters });
      compared += 1;
    }
    expect(compared).to.equal(3_888);
  });

  it('are built once for all requests of the same shape', async () => {
    let built = 0;
    const counted = {
      ...list,
      from: (...given: Parameters<AnyList['from']>) => {
        built += 1;
        return list.from(...given);
      },
    };
    const readPage = preparePages(counted);
    for (const organizationId of ['one', 'another', 'third']) {
      const page = { limit: 100, includeTotal: false };
      await readPage({ db, organizationId, values: { kind: [organizationId] }, page });
    }
    expect(built).to.equal(1);
  });
});
