import { type Pool } from 'pg';
import { type Readiness } from '@costplane/plugin-api';
import { defaultDatabase } from '@costplane/reader';
import { settleWithin } from './errors/settle-within.ts';

const answerWithinMs = 2_000;

/**
 * The readiness of the service: it is not stopping, and its database responds. Of several databases one is
 * enough, since its organizations can be served.
 */
export function createReadiness(
  pools: ReadonlyMap<string, Pool>,
  state: { isStopping: boolean },
): Readiness {
  const running = new Map<Pool, Promise<string>>();
  /** Checks need no key, so they share one query per pool instead of queueing behind each other. */
  const shareProbe = (pool: Pool) => {
    const shared = running.get(pool) ?? probe(pool).finally(() => running.delete(pool));
    running.set(pool, shared);
    return shared;
  };
  return {
    async check(): ReturnType<Readiness['check']> {
      const probes = [...pools].map(async ([name, pool]) => [
        name === defaultDatabase ? 'postgres' : name,
        await shareProbe(pool),
      ]);
      const checks = Object.fromEntries(await Promise.all(probes)) as Record<string, string>;
      if (state.isStopping) return { ready: false, checks: { ...checks, service: 'stopping' } };
      return { ready: Object.values(checks).includes('ok'), checks };
    },
  };
}

function probe(pool: Pool): Promise<string> {
  const answer = pool.query('select 1').then(() => 'ok', describe);
  return settleWithin(answerWithinMs, answer, () => 'no answer within 2 seconds');
}

/** Names the problem without host, user or database, since the response needs no key. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `unreachable (${code})` : 'unreachable';
}
