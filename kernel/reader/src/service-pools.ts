import { type Pool } from 'pg';
import { type Logger } from '@costplane/plugin-api';
import { connect } from './connect.ts';
import { explainLedgerFailure, explainUnavailable } from './database-failure.ts';
import { type SharedPools } from './request-databases.ts';
import { type SessionSettings } from './sessions.ts';
import { SharedPool } from './shared-pool.ts';

/** Pools by purpose, so that no purpose waits for another. */
export type Pools = SharedPools & {
  /** For keys, versions and readiness, which must not wait for requests of organizations. */
  readonly control: Pick<SharedPool, 'pool'>;
  /** For versions of the history, if it is on another server. */
  readonly ledgerControl?: Pick<SharedPool, 'pool'>;
};

/** Sessions that read history aggregate many rows, which needs memory. */
const ledgerSettings = { work_mem: '32MB' } as const;

/** PostgreSQL is idle while a client reads the end of a stream; the HTTP pipeline bounds how slowly. */
const streamSettings = { ...ledgerSettings, idle_in_transaction_session_timeout: '0' } as const;

const controlPoolSize = 3;

/** Share of the state connections that one organization may hold. */
const shareOfState = 0.75;

const maxStateStatements = 500;
/** Fewer, since statements from request bodies vary without bound. */
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
export function openPools(
  { databaseUrl, ledgerDatabaseUrl = databaseUrl, log }: PoolTargets,
  sizes: PoolSizes,
  limits: OrganizationLimits,
): Pools {
  const { poolSize, ledgerPoolSize, ledgerTimeoutSeconds, exportPoolSize } = sizes;
  const { queueLength, queueSeconds } = limits;
  const state = { explain: explainUnavailable, maxStatements: maxStateStatements };
  const ledger = { explain: explainLedgerFailure, maxStatements: maxLedgerStatements };
  const share = (pool: Pool, perOrganization: number, options: typeof state) =>
    new SharedPool(pool, { perOrganization, queueLength, queueSeconds, ...options });
  const connectToLedger = (
    size: number,
    statementTimeoutMs: number,
    settings: SessionSettings = ledgerSettings,
  ) => connect(ledgerDatabaseUrl, log, { size, statementTimeoutMs, settings });
  const openControl = (url: string) => ({ pool: connect(url, log, { size: controlPoolSize }) });
  return {
    state: share(
      connect(databaseUrl, log, { size: poolSize }),
      Math.ceil(poolSize * shareOfState),
      state,
    ),
    queries: share(
      connectToLedger(ledgerPoolSize, ledgerTimeoutSeconds * 1000),
      limits.historyQueriesPerOrganization,
      ledger,
    ),
    streams: share(
      connectToLedger(exportPoolSize, 0, streamSettings),
      limits.exportsPerOrganization,
      ledger,
    ),
    control: openControl(databaseUrl),
    ...(ledgerDatabaseUrl === databaseUrl ? {} : { ledgerControl: openControl(ledgerDatabaseUrl) }),
  };
}
