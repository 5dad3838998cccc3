import { type Kysely, sql } from 'kysely';

/**
 * An owner whose labels or teams change has one row per description in an hour and on a day, so
 * that each team is charged for its own time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Before, the owner had one description per day, which also applied to its hours. */
const describeHours = (table: string, owner: string) => `
  update ${table} as hours set description_id = day.description_id
  from workload_days as day
  where day.organization_id = hours.organization_id and day.cluster_id = hours.cluster_id
    and day.workload_uid = hours.${owner} and day.day = (hours.hour at time zone 'UTC')::date`;

const replaceKey = (table: string, key: string) => `
  alter table ${table} drop constraint ${table}_pkey,
    add primary key (organization_id, cluster_id, ${key}, description_id)`;

const statements = [
  // 0: volumes without a claim.
  `alter table quantity_hours add column description_id bigint not null default 0`,
  `alter table workload_hours add column description_id bigint not null default 0`,
  describeHours('quantity_hours', 'owner_uid'),
  describeHours('workload_hours', 'workload_uid'),
  `alter table workload_hours alter column description_id drop default`,
  replaceKey('quantity_hours', 'hour, owner_uid, priced_item_id'),
  replaceKey('workload_hours', 'workload_uid, hour'),
  replaceKey('workload_days', 'day, workload_uid'),
  replaceKey('container_days', 'day, pod_uid, container_name, workload_uid, priced_item_id'),

  // Every description of a namespace on the day; description_id is the newest.
  `alter table namespace_days add column description_ids bigint[] not null default '{}'`,
];
