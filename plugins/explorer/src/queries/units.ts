import { type RawBuilder, sql } from 'kysely';
import { groupings, type KeyName } from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type ExplorerScope, inWindow } from './explorer-scope.ts';
import { nodesOf, type Source } from './source.ts';

/**
 * What facts are first added up by: keys that are cheap to compare. Names follow from them, once
 * per unit and not once per day.
 */
export interface Unit {
  /** Columns of facts, by their names in the unit. */
  readonly by: Readonly<Record<string, string>>;
  /** The unit has a `description_id`, that of its newest owner. */
  readonly describesOwner?: 'as key' | 'as newest';
  readonly namesNode?: boolean;
}

const ofPod = {
  cluster_id: 'fact.cluster_id',
  pod_uid: 'fact.pod_uid',
  pod_name: 'fact.pod_name',
};

/** The units of a source for a grouping. */
export function unitOf(source: Source, { groupBy }: Question): Unit {
  switch (groupings[groupBy].unit) {
    case 'owner':
      return source.table === 'namespace_days'
        ? { by: { cluster_id: 'fact.cluster_id', namespace: 'fact.namespace' } }
        : { by: { description_id: 'fact.description_id' }, describesOwner: 'as key' };
    case 'pod':
      return { by: ofPod, describesOwner: 'as newest' };
    case 'container':
      return {
        by: { ...ofPod, container_name: 'fact.container_name' },
        describesOwner: 'as newest',
      };
    case 'node':
      return {
        by: { cluster_id: 'fact.cluster_id', node_uid: 'fact.node_uid' },
        namesNode: true,
      };
    case 'instance_type':
      return {
        by: {
          cluster_id: 'fact.cluster_id',
          instance_type: `${nodesOf(source)}.instance_type`,
        },
      };
  }
}

/** What gives units (as `unit`) their names: their owners, and nodes as they last were. */
export function joinNames(unit: Unit, scope: ExplorerScope, window: Window): RawBuilder<unknown> {
  const owners = sql`
    join owner_descriptions as owner
      on owner.organization_id = ${scope.organizationId} and owner.id = unit.description_id`;
  const nodes = sql`
    join (
      select distinct on (node.cluster_id, node.node_uid)
        node.cluster_id, node.node_uid, node.name, node.instance_type
      from node_days as node
      where ${inWindow(scope, window, 'node')}
      order by node.cluster_id, node.node_uid, node.day desc
    ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`${unit.describesOwner ? owners : sql``} ${unit.namesNode ? nodes : sql``}`;
}

/** The cluster of a unit: an owner is of one. */
export const clusterOf = ({ describesOwner }: Unit) =>
  describesOwner === 'as key' ? sql.ref('owner.cluster_id') : sql.ref('unit.cluster_id');

/**
 * What a key of a row is, of a unit with its names. A Kubernetes uid keeps its kind, namespace and
 * name for life. What a namespace owns itself has no workload.
 */
export function keyOf(key: KeyName, unit: Unit): RawBuilder<unknown> {
  const keys: Readonly<Record<KeyName, RawBuilder<unknown>>> = {
    workloadName: sql`case when owner.kind <> '' then owner.name end`,
    workloadUid: sql`owner.owner_uid`,
    workloadKind: sql`nullif(owner.kind, '')`,
    namespace: unit.describesOwner ? sql`owner.namespace` : sql`unit.namespace`,
    podName: sql`unit.pod_name`,
    podUid: sql`unit.pod_uid`,
    containerName: sql`unit.container_name`,
    nodeName: sql`node.name`,
    nodeUid: sql`unit.node_uid`,
    instanceType: unit.namesNode ? sql`node.instance_type` : sql`unit.instance_type`,
  };
  return keys[key];
}
