import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type RateLimitStore } from '@costplane/plugin-api';
import { defaultDatabase } from '@costplane/reader';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Reasons for an aborted file, except that the client disconnected. */
const brokenExports = ['ledger_failed', 'deadline', 'client_too_slow', 'failed'] as const;
export type BrokenExport = (typeof brokenExports)[number];

/** The use of a pool, typed by shape, so that users of the kernel need no types of `pg`. */
interface PoolUse {
  readonly pool: Readonly<Record<'idleCount' | 'totalCount' | 'waitingCount', number>>;
  /** Waiting and refused requests of organizations. */
  readonly admission?: Readonly<Record<'waiting' | 'refused', number>>;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of the service, in the text format of Prometheus. */
export function createMetrics(
  databases: ReadonlyMap<string, Readonly<Record<string, PoolUse>>> = new Map(),
  rateLimits: Pick<RateLimitStore, 'isUp'> = { isUp: true },
) {
  const pools = listPools(databases);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'costplane_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'costplane_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['operation'],
    buckets: bucketsSeconds,
    registers,
  });
  const exceeded = new Counter({
    name: 'costplane_http_deadlines_exceeded_total',
    help: 'Requests that exceeded the deadline of their handler or download.',
    labelNames: ['operation'],
    registers,
  });
  const broken = new Counter({
    name: 'costplane_exports_broken_total',
    help: 'Exports that ended before they were complete, by reason, except those whose client disconnected.',
    labelNames: ['reason'],
    registers,
  });
  // Starts at 0, because a counter that first appears as 1 shows no increase.
  for (const reason of brokenExports) broken.inc({ reason }, 0);
  const inFlight = { count: 0 };
  new Gauge({
    name: 'costplane_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(inFlight.count);
    },
  });
  new Gauge({
    name: 'costplane_database_connections',
    help: 'Connections by pool and state.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { pool, admission }] of pools) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        const awaited = pool.waitingCount + (admission?.waiting ?? 0);
        this.set({ pool: name, state: 'awaited' }, awaited);
      }
    },
  });
  new Counter({
    name: 'costplane_database_requests_refused_total',
    help: 'Requests answered 429 because too many waited for a connection, or for too long.',
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset();
      for (const [pool, { admission }] of pools) {
        if (admission) this.inc({ pool }, admission.refused);
      }
    },
  });

  new Gauge({
    name: 'costplane_rate_limit_store_up',
    help: 'Whether the rate limit store (Redis or process memory) responds: 1 or 0.',
    registers,
    collect() {
      this.set(rateLimits.isUp ? 1 : 0);
    },
  });

  return {
    /** Pending requests. */
    inFlight,
    /** Counts an answered request; `operation` is the operation id, or `none` without a route. */
    requestServed(operation: string, status: number, durationMs: number) {
      requests.inc({ operation, status });
      duration.observe({ operation }, durationMs / 1000);
    },
    deadlineExceeded: (operation: string) => exceeded.inc({ operation }),
    exportBroken: (reason: BrokenExport) => broken.inc({ reason }),
    registry,
  };
}

/** Pools of all databases, by names such as `state`, and `eu-2 state` where they are not the default's. */
const listPools = (databases: ReadonlyMap<string, Readonly<Record<string, PoolUse>>>) =>
  [...databases].flatMap(([database, pools]) =>
    Object.entries(pools).map(([name, use]): [string, PoolUse] => [
      database === defaultDatabase ? name : `${database} ${name}`,
      use,
    ]),
  );
