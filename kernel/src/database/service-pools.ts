import { type Pool } from 'pg';
import { type ServiceOptions } from '../start-service.ts';
import { AdmissionControl } from './admission-control.ts';
import { connect } from './connect.ts';
import { explainLedgerFailure } from './ledger-failure.ts';
import { type SharedPools } from './request-databases.ts';
import { SharedPool } from './shared-pool.ts';
import { createStatementNames } from './statement-names.ts';
import { explainUnavailable } from './unavailable.ts';

/** Connections by what they are for, so that none of them waits for another kind. */
export type Pools = Readonly<Record<'state' | 'queries' | 'streams' | 'control', Pool>>;

/** Sessions that read history: thousands of rows become few, so sums are kept in memory. */
const ledgerSettings = { work_mem: '32MB' } as const;

/** For keys and readiness, which no request of an organization may keep waiting. */
const controlPoolSize = 3;

const maxStateStatements = 500;
/** Those of a body may have any shape that it asks for; they must not use up the names of lists. */
const maxLedgerStatements = 200;

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
    control: connect(databaseUrl, log, { size: controlPoolSize }),
  };
}

/** Puts admission control before the pools of requests. */
export function sharePools(
  pools: Pools,
  { database, fairness }: ServiceOptions['config'],
): SharedPools {
  const { queueLength, queueSeconds } = fairness;
  const admissionTo = (slots: number, perOrganization: number) =>
    new AdmissionControl({ slots, perOrganization, queueLength, queueSeconds });
  const ledgerStatements = createStatementNames('l', maxLedgerStatements);
  return {
    state: new SharedPool(pools.state, {
      admission: admissionTo(
        database.poolSize,
        fairness.stateQueriesPerOrganization ?? Math.ceil(database.poolSize * shareOfState),
      ),
      explain: explainUnavailable,
      statements: createStatementNames('q', maxStateStatements),
    }),
    queries: new SharedPool(pools.queries, {
      admission: admissionTo(database.ledgerPoolSize, fairness.historyQueriesPerOrganization),
      explain: explainLedgerFailure,
      statements: ledgerStatements,
    }),
    streams: new SharedPool(pools.streams, {
      admission: admissionTo(database.exportPoolSize, fairness.exportsPerOrganization),
      explain: explainLedgerFailure,
      statements: ledgerStatements,
    }),
  };
}

/** Of the connections to what is there now, what one organization may have unless configured. */
const shareOfState = 0.75;
