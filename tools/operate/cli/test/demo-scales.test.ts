import { findOrCreateCluster } from '@costplane/ingest';
import { demoMembers, demoSnapshot } from '@costplane/sample';
import { openWarehouse, type WarehouseRole } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { type CommandDatabase } from '../src/database/command-database.ts';
import { insertOrganization } from '../src/database/insert-organization.ts';
import { findDemoClusters, refuseOtherClusters } from '../src/demo/find-demo-clusters.ts';
import { inParallel } from '../src/demo/in-parallel.ts';
import { alikeDays, type LoadPlan, loadPlans, quickly } from '../src/demo/load-plan.ts';
import { loadDemoClusters } from '../src/demo/load-demo-clusters.ts';
import { measureDemo } from '../src/demo/measure-demo.ts';
import { showProgress } from '../src/progress.ts';

const dayMs = 86_400_000;

describe('scales of the demo', () => {
  let test: TestDatabase;
  let database: CommandDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
    const open = (role: WarehouseRole) => openWarehouse(test.url, role);
    const pools = { owner: open('owner'), ingest: open('ingest'), api: open('api') };
    database = {
      url: test.url,
      name: 'default',
      isEmbedded: false,
      folder: undefined,
      serviceUrl: () => Promise.resolve(test.url),
      explain: (error) => Promise.resolve(error),
      as: (role) => pools[role],
      close: async () => {
        await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
      },
    };
  });
  afterEach(async () => {
    await database.close();
    await test.drop();
  });

  const makeOrganization = (name: string) => insertOrganization(database.as('owner'), { name });
  const load = (
    organization: { id: string },
    plan: LoadPlan,
    { days = 0, at, names }: { days?: number; at?: Date; names: string[] },
  ) => {
    const members = [...demoMembers(), ...demoMembers('medium')];
    const wanted = names.map((name) => members.find((member) => member.name === name)!);
    return loadDemoClusters(database, organization.id, wanted, {
      plan,
      days,
      ...(at && { at }),
    });
  };
  const refusal = (organization: { id: string; name: string }, scale: 'small' | 'medium') =>
    refuseOtherClusters(database, organization, scale).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );

  it('are not loaded over one another', async () => {
    const acme = await makeOrganization('acme');
    await load(acme, loadPlans.small, { names: ['ml-training'] });
    expect(await refusal(acme, 'small')).to.equal(null);
    expect(await refusal(acme, 'medium')).to.equal(
      'acme has the small demo fleet; to load the medium one, name another organization with --org',
    );
    const demo = await makeOrganization('demo');
    await findOrCreateCluster(database.as('ingest'), {
      organizationId: demo.id,
      name: 'north-ml-training',
    });
    expect(await refusal(demo, 'medium')).to.equal(null);
    expect(await refusal(demo, 'small')).to.match(
      /^demo has the medium demo fleet; to load the small/,
    );
  });

  it('are detected by their clusters', async () => {
    const demo = await makeOrganization('demo');
    await load(demo, loadPlans.medium, { names: ['north-research-onprem'] });
    const { scale, clusters } = await findDemoClusters(database, demo);
    expect(scale).to.equal('medium');
    expect(clusters).to.eql(demoMembers('medium'));
  });

  it('recognize their clusters after spot nodes were replaced', async () => {
    const demo = await makeOrganization('demo');
    const monthAgo = new Date(Date.now() - 30 * dayMs);
    const spot = (time: Date) =>
      demoSnapshot('shop-staging', time)
        .nodes.filter(({ capacity_type }) => capacity_type === 'spot')
        .map(({ uid }) => uid);
    expect(spot(monthAgo)).to.not.have.members(spot(new Date()));
    await load(demo, loadPlans.small, { names: ['shop-staging'], at: monthAgo });
    const { clusters } = await findDemoClusters(database, demo);
    expect(clusters.map(({ name }) => name)).to.include('shop-staging');
    expect(await refusal(demo, 'small')).to.equal(null);
  });

  it('have daily history, with hours of workloads for the last days', async () => {
    const acme = await makeOrganization('acme');
    const plan = { ...loadPlans.medium, detailDays: 2, measuredClusters: 0 };
    const [loaded] = await load(acme, plan, { days: 9, names: ['ml-training'] });
    expect(loaded!.history).to.not.equal(null);
    const count = async (table: 'cluster_hours' | 'workload_hours' | 'container_days') => {
      const bucket = table === 'container_days' ? ('day' as const) : ('hour' as const);
      const { days } = await database
        .as('owner')
        .selectFrom(table)
        .select((eb) =>
          eb.fn
            .count<string>(eb.ref(bucket as never))
            .distinct()
            .as('days'),
        )
        .executeTakeFirstOrThrow();
      return Number(days);
    };
    expect(await count('container_days')).to.equal(10);
    expect(await count('cluster_hours')).to.be.within(9 * 24, 10 * 24);
    expect(await count('workload_hours')).to.be.within(2 * 24, 3 * 24);
    expect((await load(acme, plan, { days: 9, names: ['ml-training'] }))[0]!.history).to.equal(
      null,
    );
  });

  it('have one most expensive day per month, and cheaper weekends', async () => {
    const acme = await makeOrganization('acme');
    await load(acme, quickly(loadPlans.small), { days: 62, names: ['ml-training'] });
    const { rows } = await sql<{ day: string; weekday: number; cost: number }>`
      select day::text, extract(isodow from day)::int as weekday,
        ((cpu_cost_seconds + memory_cost_seconds + gpu_cost_seconds + idle_cost_seconds
          + overhead_cost_seconds) / 3600)::float8 as cost
      from cluster_days where day < current_date order by day`.execute(database.as('owner'));
    expect(rows.length).to.equal(62);
    const costs = (days: typeof rows) => days.map(({ cost }) => cost);
    const runs = rows.filter(({ day }) => day.endsWith('-12'));
    const others = rows.filter(({ day }) => !day.endsWith('-12'));
    // Twelve hours of eight H100, at 55.04 an hour.
    expect(Math.min(...costs(runs)) - Math.max(...costs(others))).to.be.within(400, 662);
    const weekends = others.filter(({ weekday }) => weekday > 5);
    const weekdays = others.filter(({ weekday }) => weekday <= 5);
    expect(Math.max(...costs(weekends))).to.be.lessThan(Math.max(...costs(weekdays)) - 50);
  });

  it('are measured for the rightsizing engine, once', async () => {
    const acme = await makeOrganization('acme');
    await load(acme, quickly(loadPlans.small), { days: 1, names: ['ml-training'] });
    const counts = async () => {
      const count = (table: 'usage_minutes' | 'recommendations') =>
        database
          .as('owner')
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow();
      const [minutes, recommendations] = await Promise.all([
        count('usage_minutes'),
        count('recommendations'),
      ]);
      return { minutes: Number(minutes.count), recommendations: Number(recommendations.count) };
    };
    expect(await counts()).to.eql({ minutes: 1, recommendations: 0 });
    await measureDemo(database, acme, new AbortController().signal);
    const after = await counts();
    expect(after.minutes).to.be.within(721, 740);
    expect(after.recommendations).to.be.greaterThan(10);
    await measureDemo(database, acme, AbortSignal.abort()).catch(() => undefined);
    expect(await counts()).to.eql(after);
    await measureDemo(database, acme, new AbortController().signal);
    // No time passed but that of the test itself.
    const { minutes, recommendations } = await counts();
    expect(minutes - after.minutes).to.be.within(0, 2);
    expect(recommendations).to.equal(after.recommendations);
  });
});

describe('plans for loading the demo', () => {
  const today = Date.parse('2026-07-15T00:00:00Z');
  const kinds = (plan: LoadPlan, days: number, cluster = 'research-onprem') => {
    const alike = alikeDays(plan, { cluster, today });
    return Array.from({ length: days }, (_, index) => alike(new Date(today - (index + 1) * dayMs)));
  };

  it('never use a weekday for a weekend', () => {
    for (const plan of [...Object.values(loadPlans), quickly(loadPlans.small)]) {
      const isWeekend = (index: number) =>
        [0, 6].includes(new Date(today - (index + 1) * dayMs).getUTCDay());
      const found = kinds(plan, 90);
      for (const kind of new Set(found)) {
        const sorts = found.flatMap((each, index) => (each === kind ? [isWeekend(index)] : []));
        expect(new Set(sorts).size, kind).to.equal(1);
      }
    }
  });

  it('compute few days of large fleets, and each day of the last week of the small one', () => {
    expect(new Set(kinds(loadPlans.medium, 90)).size).to.equal(4);
    expect(new Set(kinds(loadPlans.large, 90)).size).to.equal(4);
    expect(new Set(kinds(loadPlans.small, 7)).size).to.equal(7);
    expect(new Set(kinds(loadPlans.small, 90)).size).to.be.within(28, 36);
  });

  it('compute each day on which calendar-based workloads change', () => {
    const plan = quickly(loadPlans.small);
    expect(new Set(kinds(plan, 62)).size).to.equal(2);
    const training = kinds(plan, 62, 'ml-training');
    const run = training[Math.round((today - Date.parse('2026-06-12T00:00:00Z')) / dayMs) - 1];
    expect(training.filter((kind) => kind === run)).to.have.length(1);
    expect(new Set(training).size).to.be.within(4, 10);
  });
});

describe('work in parallel', () => {
  it('returns results in the order of items, with limited concurrency', async () => {
    let [running, most] = [0, 0];
    const results = await inParallel(2, [30, 10, 20, 5], async (ms, index) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, ms));
      running -= 1;
      return `${index}: ${ms}`;
    });
    expect(results).to.eql(['0: 30', '1: 10', '2: 20', '3: 5']);
    expect(most).to.equal(2);
  });

  it('starts nothing after a failure, and throws it when the rest is done', async () => {
    const begun: number[] = [];
    const done: number[] = [];
    const failure = await inParallel(2, [1, 2, 3, 4], async (item) => {
      begun.push(item);
      await new Promise((resolve) => setTimeout(resolve, item === 1 ? 20 : 5));
      if (item === 2) throw new Error('no 2');
      done.push(item);
    }).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'no 2');
    expect({ begun, done }).to.eql({ begun: [1, 2], done: [1] });
  });
});

describe('progress', () => {
  const terminal = (columns: number) => {
    let text = '';
    const write = (chunk: string) => {
      text += chunk;
      return true;
    };
    const output = { isTTY: true, columns, write } as unknown as NodeJS.WriteStream;
    return { output, last: () => text.slice(text.lastIndexOf('\r\u001B[K') + 4), all: () => text };
  };

  it('is a bar on a terminal that moves within a step', () => {
    const { output, last } = terminal(80);
    const progress = showProgress(2, { output });
    const step = progress.begin('one');
    expect(last()).to.equal(`[${'.'.repeat(24)}]   0 %  1/2 one`);
    step.advance(0.5, 'one: history');
    expect(last()).to.equal(`[${'#'.repeat(6)}${'.'.repeat(18)}]  25 %  1/2 one: history`);
    const other = progress.begin('two');
    other.advance(0.5, 'two: history');
    expect(last()).to.equal(
      `[${'#'.repeat(12)}${'.'.repeat(12)}]  50 %  2/2 one: history, two: history`,
    );
    step.end();
    other.advance(1, 'two: usage');
    expect(last()).to.equal(`[${'#'.repeat(24)}] 100 %  2/2 two: usage`);
    progress.end();
    expect(last()).to.equal('');
  });

  it('fits on the line of the terminal', () => {
    const { output, last } = terminal(40);
    showProgress(2, { output }).begin('a name that is far too long for this terminal');
    expect(last()).to.have.length(40);
  });

  it('ends a step where the next begins', () => {
    const { output, last } = terminal(80);
    const progress = showProgress(4, { output });
    progress.step('one');
    progress.step('two');
    expect(last()).to.equal(`[${'#'.repeat(6)}${'.'.repeat(18)}]  25 %  2/4 two`);
  });
});
