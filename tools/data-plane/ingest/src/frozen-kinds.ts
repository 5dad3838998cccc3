import { type Snapshot } from './snapshot-schema.ts';

/** Kinds of objects by the agent's name for their collectors, with their lists in the snapshot. */
const lists = {
  nodes: 'nodes',
  pods: 'pods',
  namespaces: 'namespaces',
  deployments: 'deployments',
  statefulsets: 'statefulsets',
  daemonsets: 'daemonsets',
  jobs: 'jobs',
  cronjobs: 'cronjobs',
  hpas: 'hpas',
  pvs: 'pvs',
  pvcs: 'pvcs',
  resourcequotas: 'resource_quotas',
} as const;
export type Kind = keyof typeof lists;

/** Whether the agent cannot tell which Deployment owns a ReplicaSet, and so its pods. */
export function areReplicaSetsStale({ health }: Snapshot): boolean {
  return health?.stale_resources?.includes('replicasets') === true || hasTimedOut(health);
}

/** Whether the agent's start timed out, so that objects may be missing. */
const hasTimedOut = (health: Snapshot['health']) =>
  health?.error_codes?.includes('INFORMER_SYNC_TIMEOUT') === true;

/**
 * Kinds whose objects may still exist although this snapshot lacks them: their collector has
 * failed, the agent's start timed out and no object of the kind is listed, no nodes are listed
 * although pods run on some, or no claims although volumes are bound to some.
 */
export function frozenKinds(snapshot: Snapshot): ReadonlySet<Kind> {
  const { stale_resources } = snapshot.health ?? {};
  const timedOut = hasTimedOut(snapshot.health);
  const areUsed: Partial<Record<Kind, boolean>> = {
    nodes: snapshot.pods.some(({ phase, node_name }) => phase === 'Running' && node_name !== ''),
    pvcs: snapshot.pvs.some(({ phase, claim_ref }) => phase === 'Bound' && claim_ref),
  };
  const isFrozen = (kind: Kind) =>
    stale_resources?.includes(kind) === true ||
    (snapshot[lists[kind]].length === 0 && (timedOut || areUsed[kind] === true));
  return new Set((Object.keys(lists) as Kind[]).filter(isFrozen));
}
