import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { type Pool } from 'pg';
import { giveBack, giveUp } from './give-up.ts';
import { type Holder, requestIsOver } from './held-connections.ts';
import { explainLedgerFailure, LedgerFailure } from './ledger-failure.ts';
import { openSnapshot } from './ledger-snapshot.ts';
import { type LedgerSnapshot } from './snapshot.ts';
import { createStatementNames } from './statement-names.ts';
import { connectTenant, toKyselyClient } from './tenant-pool.ts';

/** Sessions that read history: thousands of rows become few, so sums are kept in memory. */
export const ledgerSettings = { work_mem: '32MB' } as const;

const maxLedgerStatements = 200;
/** Those of a body may have any shape that it asks for; they must not use up the names of lists. */
const ledgerStatements = createStatementNames('l', maxLedgerStatements);

/** The history as requests see it: each for its organization and for as long as it lasts. */
export interface Ledger {
  /** What runs in it ends with the signal, or when the time is up. */
  of(organizationId: string, signal: AbortSignal, held: Holder): Kysely<unknown>;
  /** One consistent view, without a limit of time. Ends with the signal. */
  snapshot(organizationId: string, signal: AbortSignal): Promise<LedgerSnapshot<unknown>>;
}

export function createLedger(
  pools: { readonly queries: Pool; readonly streams: Pool },
  timeoutMs: number,
): Ledger {
  return {
    of(organizationId, signal, held) {
      const untilLate = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const pool = endingWith(untilLate, pools.queries, organizationId, held);
      return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    },
    snapshot: (organizationId, signal) => openSnapshot(pools.streams, organizationId, signal),
  };
}

/** Sessions that are broken off, and their statements with them, when the signal is given. */
function endingWith(
  signal: AbortSignal,
  pool: Pool,
  organizationId: string,
  held: Holder,
): PostgresPool {
  const explain = (failure: unknown) =>
    isLate(signal) ? new LedgerFailure('UPSTREAM_TIMEOUT', failure) : explainLedgerFailure(failure);
  const refuseIfOver = () => {
    if (signal.aborted) throw explain(signal.reason);
    if (held.isOver) throw requestIsOver();
  };
  return {
    async connect() {
      refuseIfOver();
      const client = await connectTenant(pool, organizationId, explain);
      try {
        refuseIfOver();
      } catch (refusal) {
        giveBack(client);
        throw refusal;
      }
      held.add(client);
      const end = () => {
        held.delete(client);
        giveUp(client);
      };
      signal.addEventListener('abort', end, { once: true });
      const { query } = toKyselyClient(client, explainLedgerFailure, ledgerStatements);
      return {
        query: ((text: string, values: readonly unknown[]) =>
          query<object>(text, values).catch((failure: unknown) => {
            throw explain(failure);
          })) as typeof query,
        release() {
          signal.removeEventListener('abort', end);
          held.delete(client);
          giveBack(client);
        },
      };
    },
    end: () => Promise.resolve(),
    options: pool.options,
  };
}

const isLate = ({ reason }: AbortSignal) => (reason as Error | undefined)?.name === 'TimeoutError';
