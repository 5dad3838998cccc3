import { setTimeout as sleep } from 'node:timers/promises';
import { makeSnapshot, toUuid } from '../../support/snapshot.ts';
import { send } from './agent.ts';
import { createAgentToken } from './receiver.ts';
import { type Snapshot } from './wire.ts';

const gib = 2 ** 30;

/** One cluster whose agent reports, and what it was told. */
export interface ReportingCluster {
  readonly id: string;
  readonly token: string;
  /** Every snapshot that was answered 200. */
  readonly stored: Snapshot[];
  /** Those that were given up: they may be stored, or not. */
  readonly dropped: Snapshot[];
  /** Makes the next snapshot: a minute after the one before, at the same cost. */
  next(): Snapshot;
}

/** Clusters with an hourly price that stays, and their agents' tokens. */
export async function createFleet(
  environment: Readonly<Record<string, string | undefined>>,
  { org, names, since, pods = 20 }: { org: string; names: string[]; since: number; pods?: number },
): Promise<ReportingCluster[]> {
  const fleet: ReportingCluster[] = [];
  for (const name of names) {
    const { cluster_id: id, token } = await createAgentToken(environment, org, name);
    let reported = 0;
    const next = () => {
      reported += 1;
      return snapshotAt(name, new Date(since + reported * 60_000), pods);
    };
    fleet.push({ id, token, stored: [], dropped: [], next });
  }
  return fleet;
}

/** Two nodes, one of them empty, a volume that is claimed and one that is not, and a fee. */
function snapshotAt(seed: string, at: Date, pods: number): Snapshot {
  const plan = {
    seed,
    nodes: [
      { name: 'busy', cores: 64, gib: 256 },
      { name: 'empty', cores: 8, gib: 32 },
    ],
    namespaces: [{ name: 'shop', labels: { team: 'shop' } }],
    deployments: [
      { namespace: 'shop', name: 'web', cores: 0.25, gib: 1, pods, node: 'busy' },
      { namespace: 'shop', name: 'jobs', cores: 1, gib: 2, pods: 3, node: 'busy' },
    ],
  };
  return {
    ...makeSnapshot(plan, at),
    provider: 'aws',
    region: 'eu-west-1',
    kubernetes_version: 'v1.33.4-eks-abc123',
    snapshot_id: toUuid(`${seed} ${at.toISOString()}`),
    timestamp: at.getTime(),
    pvs: [volume('claimed', { namespace: 'shop', name: 'data' }), volume('spare', null)],
    pvcs: [{ namespace: 'shop', name: 'data' }],
  };
}

const volume = (name: string, claim: object | null) => ({
  name,
  capacity: 100 * gib,
  storage_class_name: 'fast',
  phase: 'Bound',
  claim_ref: claim,
  creation_timestamp: 1_767_225_600_000,
});

interface Reporting {
  readonly url: () => string;
  readonly isOver: () => boolean;
  /** Of the last snapshot, which is dropped when it is not stored by then. */
  readonly isLastGivenUp?: () => boolean;
  readonly pauseMs?: number;
}

/** Reports until it is told to stop, each snapshot until it is stored, as agents retry. */
export async function reportUntil(
  cluster: ReportingCluster,
  { url, isOver, isLastGivenUp = isOver, pauseMs = 20 }: Reporting,
): Promise<void> {
  while (!isOver()) {
    const snapshot = cluster.next();
    let isContent = false;
    while (!isContent && !isLastGivenUp()) {
      const options = { url: url(), token: cluster.token, maxAttempts: 1 };
      ({ isContent } = await send(snapshot, options));
      if (isContent) cluster.stored.push(snapshot);
      await sleep(pauseMs);
    }
    if (!isContent) cluster.dropped.push(snapshot);
  }
}
