import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { type Warehouse } from '@costplane/warehouse';
import { skipOnCitus } from '@costplane/warehouse/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { deployment, node, ownedBy, pod, sampleSnapshot, uid } from './sample-snapshot.ts';

const namespaces = (team?: string) => [{ name: 'shop', labels: team ? { team } : null }];
const theNamespace = { type: 'namespace', identifier: 'shop' };
const theWorkload = { type: 'workload', identifier: uid('api') };

/** Who writes assignments of one cluster at the same time leaves what one after the other would. */
describe('concurrent assignments in a cluster', () => {
  let warehouse: TestWarehouse;
  const ingest = (minute: number, lists: Record<string, unknown>) =>
    warehouse.ingest(sampleSnapshot(minute, lists));

  before(function () {
    skipOnCitus(this, 'there are no triggers, which lock the cluster');
  });
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  async function assign(
    db: Kysely<Warehouse>,
    { type, identifier }: typeof theNamespace,
    team: string,
  ): Promise<void> {
    const { organizationId, clusterId } = warehouse;
    await sql`
      insert into teams (organization_id, name) values (${organizationId}, ${team})
      on conflict do nothing`.execute(db);
    await sql`
      insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
        entity_identifier, entity_name, entity_namespace, weight_percentage, source)
      select organization_id, id, ${clusterId}, ${type}, ${identifier}, 'entity', 'shop', 100,
        'user_manual'
      from teams where name = ${team} and origin = 'native'`.execute(db);
  }

  /** Until so many transactions wait for a lock, or this one is done without waiting. */
  async function untilWaiting(action: Promise<unknown>, transactions = 1): Promise<void> {
    const done = action.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([done, sleep(10, false)]))) {
      const waiting = await warehouse.query(`select distinct pid
        from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`);
      if (waiting.length >= transactions) return;
    }
  }

  const assignments = async () =>
    (
      await warehouse.query(`select entity_type || ' > ' || name as text
        from team_assignments join teams on teams.id = team_id order by text`)
    ).map(({ text }) => text);
  const owners = async () =>
    (
      await warehouse.query(`select workloads.name || ' > ' || teams.name as text
        from workload_teams as owner join teams on teams.id = team_id
        join workloads on uid = workload_uid
          and workloads.run_rate_legacy_rank = owner.run_rate_legacy_rank
        order by text`)
    ).map(({ text }) => text);

  it('a label is overridden by an uncommitted manual assignment', async () => {
    await ingest(0, { namespaces: namespaces(), deployments: [deployment('api')] });
    const person = await warehouse.db.startTransaction().execute();
    await assign(person, theNamespace, 'by hand');
    const ingesting = ingest(1, {
      namespaces: namespaces('web'),
      deployments: [deployment('api')],
    });
    await untilWaiting(ingesting);
    await person.commit().execute();
    await ingesting;
    expect(await assignments()).to.eql(['namespace > by hand']);
    expect(await owners()).to.eql(['api > by hand']);
  });

  it('a manual assignment replaces the uncommitted label of an ingest', async () => {
    await ingest(0, { namespaces: namespaces(), deployments: [deployment('api')] });
    const holder = await warehouse.db.startTransaction().execute();
    await sql`lock table snapshots in share mode`.execute(holder);
    const ingesting = ingest(1, {
      nodes: [node('n1')],
      namespaces: namespaces('web'),
      deployments: [deployment('api'), deployment('cart')],
      pods: [pod('api-1', 'n1', ownedBy('Deployment', 'api'))],
    });
    await untilWaiting(ingesting);
    const assigning = assign(warehouse.db, theNamespace, 'by hand');
    await untilWaiting(assigning, 2);
    await holder.rollback().execute();
    await Promise.all([ingesting, assigning]);
    expect(await assignments()).to.eql(['namespace > by hand']);
    expect(await owners()).to.eql(['api > by hand', 'cart > by hand']);
  });

  it('an assignment of a workload takes precedence over a concurrent one of its namespace', async () => {
    await ingest(0, {
      namespaces: namespaces(),
      deployments: [deployment('api'), deployment('cart')],
    });
    const person = await warehouse.db.startTransaction().execute();
    await assign(person, theNamespace, 'one');
    const assigning = assign(warehouse.db, theWorkload, 'other');
    await untilWaiting(assigning);
    await person.commit().execute();
    await assigning;
    expect(await owners()).to.eql(['api > other', 'cart > one']);
  });

  it('deleting a cluster with its assignments does not block', async () => {
    await ingest(0, { namespaces: namespaces('web'), deployments: [deployment('api')] });
    const holder = await warehouse.db.startTransaction().execute();
    const { clusterId } = warehouse;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${clusterId}`}, 0))`.execute(
      holder,
    );
    await warehouse.query(
      `set lock_timeout = '2s'; delete from clusters where id = '${clusterId}'`,
    );
    await holder.rollback().execute();
    expect([await assignments(), await owners()]).to.eql([[], []]);
  });

  it('an ingest in a deadlock with a manual assignment is retried', async function () {
    // PostgreSQL looks for a circle once, a second after a wait begins: if the ingest's second is over
    // before the person waits, as on a busy machine, it ends the person.
    this.retries(3);
    await ingest(0, { namespaces: namespaces('web'), deployments: [deployment('api')] });
    const person = await warehouse.db.startTransaction().execute();
    await sql`select from team_assignments for update`.execute(person);
    const ingesting = ingest(1, { namespaces: namespaces(), deployments: [deployment('api')] });
    await untilWaiting(ingesting);
    try {
      await sql`update team_assignments set weight_percentage = 50`.execute(person);
      await person.commit().execute();
    } finally {
      if (!person.isCommitted) await person.rollback().execute();
    }
    expect((await ingesting).status).to.equal('applied');
    expect(await assignments()).to.eql([]);
    expect(await owners()).to.eql([]);
  });
});
