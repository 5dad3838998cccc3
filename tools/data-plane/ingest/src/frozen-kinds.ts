import { type Snapshot } from './snapshot-schema.ts';

/** Kinds of objects as the agent names their collectors, and where the snapshot lists them. */
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

/** Whether the agent cannot tell which Deployment a ReplicaSet, and so its pods, belong to. */
export function areReplicaSetsStale({ health }: Snapshot): boolean {
  return health?.stale_resources?.includes('replicasets') === true;
}

/**
 * The kinds whose absence from this snapshot does not mean that they are gone: their collector
 * has died, the agent's start timed out and nothing at all of the kind is there, or there are no
 * nodes although pods run on some.
 */
export function frozenKinds(snapshot: Snapshot): ReadonlySet<Kind> {
  const { stale_resources, error_codes } = snapshot.health ?? {};
  const timedOut = error_codes?.includes('INFORMER_SYNC_TIMEOUT') === true;
  const runsOnNodes = snapshot.pods.some(
    ({ phase, node_name }) => phase === 'Running' && node_name !== '',
  );
  const isFrozen = (kind: Kind) =>
    stale_resources?.includes(kind) === true ||
    (snapshot[lists[kind]].length === 0 && (timedOut || (kind === 'nodes' && runsOnNodes)));
  return new Set((Object.keys(lists) as Kind[]).filter(isFrozen));
}
