import { destination, pino, type Logger as PinoLogger } from 'pino';
import { describeThrown } from '../errors/describe-thrown.ts';
import { activeSpanLabels } from './tracing.ts';

/** Text that must never reach a log. */
const secrets = ['authorization', 'password', 'connectionString', '*.authorization', '*.password'];

/** Maximum time and size of buffered lines. */
const flushEveryMs = 500;
const maxBufferedBytes = 16 * 2 ** 20;

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
    openStandardError(),
  );
}

/** While nothing can be written, as on a full disk, writing is tried again, and a flush at exit is skipped. */
function openStandardError() {
  const stream = destination({
    dest: 2,
    sync: false,
    minLength: 4096,
    maxLength: maxBufferedBytes,
    periodicFlush: flushEveryMs,
  });
  const flushSync = stream.flushSync.bind(stream);
  stream.on('error', () => (stream.flushSync = () => undefined));
  stream.on('write', () => (stream.flushSync = flushSync));
  return stream;
}

/**
 * Serializes a thrown value, which may be anything: an error with its stack, of database errors only the
 * fields that contain no row values. An error that cannot be read is described in one line.
 */
function toLoggedError(thrown: unknown): object {
  try {
    if (thrown instanceof Error) {
      const { name, message, stack } = thrown;
      const { code, constraint, column, table } = thrown as Error & Record<string, unknown>;
      return { type: name, message, stack, code, constraint, column, table };
    }
  } catch {
    // It is described as any other value.
  }
  return { message: describeThrown(thrown) };
}
