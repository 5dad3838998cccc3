import { type Pool } from 'pg';
import { type Logger } from '@costplane/plugin-api';
import { connect } from './connect.ts';
import { explainLedgerFailure, explainUnavailable } from './database-failure.ts';
import { type SharedPools } from './request-databases.ts';
import { SharedPool, type SharedPoolOptions } from './shared-pool.ts';

/** Pools by purpose, so that no purpose waits for another. */
export type Pools = Readonly<Record<'state' | 'queries' | 'streams' | 'control', Pool>> & {
  /** For versions of the history, if it is on another server. */
  readonly ledgerControl?: Pool;
};

/** Sessions that read history aggregate many rows, which needs memory. */
const ledgerSettings = { work_mem: '32MB' } as const;

/** For keys, versions and readiness, which must not wait for requests of organizations. */
const controlPoolSize = 3;

/** Default share of the state connections that one organization may hold. */
const defaultShareOfState = 0.75;

const maxStateStatements = 500;
/** Statements from request bodies vary without bound. */
const maxLedgerStatements = 200;

/** Connections per pool, and the statement timeout of the history. */
export interface PoolSizes {
  readonly poolSize: number;
  readonly ledgerPoolSize: number;
  readonly exportPoolSize: number;
  readonly ledgerTimeoutSeconds: number;
}

/** Limits of one organization. */
export interface OrganizationLimits {
  readonly queueLength: number;
  readonly queueSeconds: number;
  /** Three quarters of the pool unless given. */
  readonly stateQueriesPerOrganization?: number | undefined;
  readonly historyQueriesPerOrganization: number;
  readonly exportsPerOrganization: number;
}

export interface PoolTargets {
  readonly databaseUrl: string;
  /** Where history is read from; `databaseUrl` unless given. */
  readonly ledgerDatabaseUrl?: string | undefined;
  readonly log: Logger;
}

/** Opens the pools of a service; the caller must end them. */
export function openPools(targets: PoolTargets, sizes: PoolSizes): Pools {
  const { databaseUrl, ledgerDatabaseUrl = databaseUrl, log } = targets;
  const { poolSize, ledgerPoolSize, ledgerTimeoutSeconds, exportPoolSize } = sizes;
  return {
    state: connect(databaseUrl, log, { size: poolSize }),
    queries: connect(ledgerDatabaseUrl, log, {
      size: ledgerPoolSize,
      statementTimeoutMs: ledgerTimeoutSeconds * 1000,
      settings: ledgerSettings,
    }),
    streams: connect(ledgerDatabaseUrl, log, {
      size: exportPoolSize,
      statementTimeoutMs: 0,
      settings: ledgerSettings,
    }),
    control: connect(databaseUrl, log, { size: controlPoolSize }),
    ...(ledgerDatabaseUrl === databaseUrl
      ? {}
      : { ledgerControl: connect(ledgerDatabaseUrl, log, { size: controlPoolSize }) }),
  };
}

/** Adds admission control to the pools of requests. */
export function sharePools(
  pools: Pools,
  { poolSize }: PoolSizes,
  limits: OrganizationLimits,
): SharedPools {
  const { queueLength, queueSeconds } = limits;
  const share = (
    pool: Pool,
    perOrganization: number,
    options: Pick<SharedPoolOptions, 'explain' | 'maxStatements'>,
  ) => new SharedPool(pool, { perOrganization, queueLength, queueSeconds, ...options });
  const state = { explain: explainUnavailable, maxStatements: maxStateStatements };
  const ledger = { explain: explainLedgerFailure, maxStatements: maxLedgerStatements };
  const stateLimit =
    limits.stateQueriesPerOrganization ?? Math.ceil(poolSize * defaultShareOfState);
  return {
    state: share(pools.state, stateLimit, state),
    queries: share(pools.queries, limits.historyQueriesPerOrganization, ledger),
    streams: share(pools.streams, limits.exportsPerOrganization, ledger),
  };
}
