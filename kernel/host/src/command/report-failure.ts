/**
 * Says on standard error what went wrong: a line for each problem of a start. The stack, with those of
 * what caused it, is for `--debug` alone.
 */
export function reportFailure(error: unknown, withStack: boolean): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const [first = ''] = message.split('\n', 1);
  // Known by name: its module loads late.
  const lines =
    name === 'StartupError'
      ? message.split('\n')
      : [`${first === '' ? name : first} (not expected; --debug shows where)`];
  for (const line of lines) process.stderr.write(`costplane-service: ${line}\n`);
  if (withStack) process.stderr.write(`${stackOf(error)}\n`);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const causes = error.cause instanceof AggregateError ? error.cause.errors : [error.cause];
  const told = causes.map(stackOf).filter(Boolean);
  return [error.stack ?? '', ...told].join('\ncaused by ');
}
