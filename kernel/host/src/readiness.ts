import { type Pool } from 'pg';
import { type Readiness } from '@costplane/plugin-api';
import { settleWithin } from './errors/settle-within.ts';

const answerWithinMs = 2_000;

/** Whether the service can answer: it does not stop, and its database answers. */
export function createReadiness(pool: Pool, state: { isStopping: boolean }): Readiness {
  return {
    async check(): ReturnType<Readiness['check']> {
      const postgres = await probe(pool);
      if (state.isStopping) return { ready: false, checks: { postgres, service: 'stopping' } };
      return { ready: postgres === 'ok', checks: { postgres } };
    },
  };
}

function probe(pool: Pool): Promise<string> {
  const answer = pool.query('select 1').then(() => 'ok', describe);
  return settleWithin(answerWithinMs, answer, () => 'no answer within 2 seconds');
}

/** Says what failed without naming host, user or database: this answer needs no key. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `unreachable (${code})` : 'unreachable';
}
