import { type Pool } from 'pg';
import { type ServiceOptions } from '../start-service.ts';
import { connect } from './connect.ts';
import { ledgerSettings } from './ledger.ts';

/** Connections by what they are for, so that none of them waits for another kind. */
export type Pools = Readonly<Record<'state' | 'queries' | 'streams', Pool>>;

/** Opens the pools of a service; whoever opens them ends them. */
export function openPools(options: ServiceOptions): Pools {
  const { databaseUrl, ledgerDatabaseUrl = databaseUrl, config, log } = options;
  const { poolSize, ledgerPoolSize, ledgerTimeoutSeconds, exportPoolSize } = config.database;
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
  };
}
