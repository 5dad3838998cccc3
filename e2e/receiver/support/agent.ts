import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  compress,
  exchange,
  type Release,
  type Sending,
  type Snapshot,
  toBytes,
} from './wire.ts';

/** How one send of an agent ended. */
export interface Sent {
  /** The agent counts the snapshot as sent. */
  readonly isContent: boolean;
  /** The status of each attempt; 0: no answer. */
  readonly statuses: readonly number[];
  readonly last: Answer | undefined;
}

export interface SendOptions extends Pick<Sending, 'url' | 'token' | 'change'> {
  readonly release?: Release;
  readonly body?: Buffer;
  /** Between attempts: an agent waits 1, 2, 4, 8 and 16 seconds. */
  readonly waitMs?: number;
  readonly maxAttempts?: number;
}

const finalStatuses: Record<Release, readonly number[]> = {
  current: [401, 402, 403, 404, 410, 411, 413, 415],
  older: [401, 402, 403, 410],
};

/** One send of an agent: attempts with the same bytes, until one is final. */
export async function send(snapshot: Snapshot, options: SendOptions): Promise<Sent> {
  const { release = 'current', body = compress(snapshot), waitMs = 1, maxAttempts = 6 } = options;
  const bytes = toBytes(release, { ...options, snapshotId: snapshot.snapshot_id, body });
  const statuses: number[] = [];
  let last: Answer | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) await sleep(waitMs);
    last = await exchange(options.url, bytes).catch(() => undefined);
    statuses.push(last?.status ?? 0);
    if (last && isContent(last)) return { isContent: true, statuses, last };
    if (last && finalStatuses[release].includes(last.status)) break;
  }
  return { isContent: false, statuses, last };
}

type Kind = 'bool' | 'text' | 'int' | 'number' | Shape;
interface Shape {
  readonly [field: string]: Kind;
}

/** The fields that an agent knows, and what it reads them into. */
const known: Shape = {
  success: 'bool',
  message: 'text',
  cluster_id: 'text',
  received_at: 'int',
  processed_at: 'int',
  quota: {
    plan_type: 'text',
    cpu_limit: 'number',
    current_cpu_usage: 'number',
    remaining_cpu: 'number',
    cluster_cpu: 'number',
    is_within_quota: 'bool',
    grace_period_active: 'bool',
    grace_period_ends_at: 'int',
    metrics_blocked: 'bool',
  },
  directives: {
    next_snapshot_in_seconds: 'int',
    retry_after_seconds: 'int',
    collect_vpas: 'bool',
    collect_karpenter: 'bool',
  },
  stats: {
    nodes_processed: 'int',
    pods_processed: 'int',
    workloads_processed: 'int',
    processing_time_ms: 'int',
  },
};

/** 200 and nothing else, with JSON whose known fields have their types as they are written. */
export function isContent({ status, headers, text }: Answer): boolean {
  if (status !== 200 || headers['content-encoding'] !== undefined) return false;
  try {
    return fits(JSON.parse(text, keepIntegers), known);
  } catch {
    return false;
  }
}

interface Source {
  readonly source?: string;
}

/** Go reads `1.0` and `1e3` into no integer, which a parsed number does not show. */
function keepIntegers(_key: string, value: unknown, { source = '' }: Source = {}): unknown {
  if (typeof value !== 'number') return value;
  return { number: value, isInteger: /^-?\d+$/.test(source) };
}

function fits(value: unknown, kind: Kind): boolean {
  if (value === null || value === undefined) return true;
  if (typeof kind === 'object') {
    return (
      typeof value === 'object' &&
      Object.entries(kind).every(([name, field]) =>
        fits((value as Record<string, unknown>)[name], field),
      )
    );
  }
  const { number, isInteger } = value as { number?: number; isInteger?: boolean };
  switch (kind) {
    case 'bool':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'int':
      return isInteger === true;
    case 'number':
      return number !== undefined;
  }
}
