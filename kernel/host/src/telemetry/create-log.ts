import { destination, pino, type Logger as PinoLogger } from 'pino';
import { describeThrown } from '../errors/describe-thrown.ts';
import { activeSpanLabels } from './tracing.ts';

/** What must not reach a log, wherever it stands. */
const secrets = ['authorization', 'password', 'connectionString', '*.authorization', '*.password'];

/** Lines are gathered before they are written; those of a quiet process wait no longer than this. */
const flushEveryMs = 500;

/**
 * The structured log, one JSON object a line on standard error; standard output belongs to
 * commands. Gathered lines are also written at a line of the level `fatal` and when the process
 * exits.
 */
export function createLog(level: string): PinoLogger {
  return pino(
    {
      level,
      base: null,
      redact: secrets,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: activeSpanLabels,
      serializers: { err: toLoggedError },
    },
    destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: flushEveryMs }),
  );
}

/** What was thrown, which may be anything; what cannot be read of it is left out. */
function toLoggedError(thrown: unknown): object {
  try {
    return toFields(thrown);
  } catch {
    return { message: describeThrown(thrown) };
  }
}

/** An error with its stack and, of a database error, only what holds no value of a row. */
function toFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: describeThrown(error) };
  const { code, constraint, column, table } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    constraint,
    column,
    table,
  };
}
