import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { entityKey } from './allocation.ts';

/** The entity of an assignment: a workload by its uid in lower case, or a namespace by its name. */
export interface EntityReference {
  readonly clusterId: string;
  readonly entity_type: 'workload' | 'namespace';
  readonly identifier: string;
}

/** A workload or namespace in the warehouse. */
export interface Entity {
  readonly name: string;
  readonly namespace: string;
  /** Time of the first snapshot without it; null while it exists. */
  readonly gone_at: Date | null;
}

interface EntityRow extends Entity {
  cluster_id: string;
  entity_type: EntityReference['entity_type'];
  identifier: string;
}

/** The entities that exist in the warehouse, by key. */
export async function readEntities(
  db: Kysely<Warehouse>,
  organizationId: string,
  named: readonly EntityReference[],
): Promise<Map<string, Entity>> {
  const { rows } = await sql<EntityRow>`
    with named as materialized (
      select * from json_to_recordset(${JSON.stringify(named)}::json)
        as named ("clusterId" uuid, entity_type text, identifier text)
    )
    select workload.cluster_id, 'workload' as entity_type, workload.uid::text as identifier,
      workload.name, workload.namespace, workload.gone_at
    from workloads as workload
    where workload.organization_id = ${organizationId}::uuid
      and (workload.cluster_id, workload.uid) in (
        select "clusterId", case entity_type when 'workload' then identifier::uuid end from named
      )
    union all
    select namespace.cluster_id, 'namespace', namespace.name, namespace.name, namespace.name,
      namespace.gone_at
    from namespaces as namespace
    where namespace.organization_id = ${organizationId}::uuid
      and (namespace.cluster_id, namespace.name) in (
        select "clusterId", identifier from named where entity_type = 'namespace'
      )`.execute(db);
  return new Map(rows.map(({ cluster_id, ...row }) => [entityKey(cluster_id, row), row]));
}
