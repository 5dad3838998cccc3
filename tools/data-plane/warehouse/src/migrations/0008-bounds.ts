import { type Kysely, sql } from 'kysely';

/**
 * The size of a list row in a response, so that a page can end before it is too large without
 * reading further rows; and the number of descriptions of an owner per day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Size of figures, ids and field names. */
const otherBytes = 2_000;

const texts: Record<string, readonly string[]> = {
  nodes: [
    'name',
    'provider_id',
    'instance_type',
    'node_group',
    'region',
    'availability_zone',
    'node_role',
    'capacity_type',
    'architecture',
    'operating_system',
    'kubelet_version',
    'gpu_model',
  ],
  namespaces: ['name'],
  workloads: ['namespace', 'name', 'kind', 'status', 'status_reason'],
  pods: [
    'namespace',
    'name',
    'workload_kind',
    'workload_name',
    'node_name',
    'phase',
    'reason',
    'qos_class',
    'pod_ip',
    'host_ip',
    'priority_class',
  ],
};

const statements = [
  ...Object.entries(texts).map(
    ([table, columns]) => `alter table ${table} add column page_bytes integer not null
      generated always as (
        ${otherBytes} + octet_length(labels::text) + octet_length(${columns.join(' || ')})
      ) stored`,
  ),

  // Descriptions per day are counted: otherwise an owner whose labels change with every report would
  // get a row for each.
  `alter table owner_descriptions add column described_on date not null default current_date`,
  `create index owner_descriptions_by_day on owner_descriptions
    (organization_id, cluster_id, owner_uid, described_on)`,
];
