import { isDebugging } from './debugging.ts';
import { say } from './say.ts';

/** Errors whose message was written for a person. Known by name: their packages load late. */
const expected = [
  'ArchiveError',
  'CommandError',
  'FileError',
  'PriceBookError',
  'StartupError',
  'WarehouseError',
  'SnapshotError',
  'ReceiverError',
];

/**
 * Says on standard error what went wrong: one line, or one for each problem of a file. The stack is
 * for `--debug` alone.
 */
export function reportFailure(error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (expected.includes(name)) {
    for (const line of message.split('\n')) say(`costplane: ${line}`);
  } else {
    const [line] = message.split('\n', 1);
    say(
      `costplane: ${line === '' || line === undefined ? name : line} (unexpected error; --debug shows the stack trace)`,
    );
  }
  if (isDebugging()) say(describeStack(error));
}

/** Ends the process for what nobody has caught. */
export function die(error: unknown): never {
  reportFailure(error);
  process.exit(1);
}

function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const causes = error.cause instanceof AggregateError ? error.cause.errors : [error.cause];
  const told = causes
    .filter((cause) => cause !== undefined)
    .map(describeStack)
    .filter(Boolean);
  return [error.stack ?? '', ...told].join('\ncaused by ');
}
