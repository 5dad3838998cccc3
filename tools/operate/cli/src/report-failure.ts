import { isDebugging } from './debugging.ts';
import { say } from './say.ts';

/** Errors with messages for users, by name, because their packages are loaded late. */
const expected = [
  'ArchiveError',
  'CommandError',
  'FileError',
  'MovingOrganizationError',
  'PriceBookError',
  'StartupError',
  'WarehouseError',
  'SnapshotError',
  'ReceiverError',
];

/**
 * Prints an error on standard error: one line, or one per problem of a file. The stack trace is
 * only printed with `--debug`.
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

/** Ends the process after an uncaught exception. */
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
