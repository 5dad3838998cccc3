import { destination, pino, type Logger as PinoLogger } from 'pino';
import { describeThrown } from '../errors/describe-thrown.ts';
import { activeSpanLabels } from './tracing.ts';

/** Text that must never reach a log. */
const secrets = ['authorization', 'password', 'connectionString', '*.authorization', '*.password'];

/** Maximum time that lines are buffered. */
const flushEveryMs = 500;

/**
 * The structured log, one JSON object per line on standard error; standard output is for commands. Buffered
 * lines are also flushed by a line of level `fatal` and when the process exits.
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

/** Serializes a thrown value, which may be anything; unreadable parts are left out. */
function toLoggedError(thrown: unknown): object {
  try {
    return toFields(thrown);
  } catch {
    return { message: describeThrown(thrown) };
  }
}

/** An error with its stack; of database errors only the fields that contain no row values. */
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
