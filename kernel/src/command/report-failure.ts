/**
 * Says on standard error what went wrong: a line for each problem of a start. The stack is for
 * `--debug` alone.
 */
export function reportFailure(error: unknown, withStack: boolean): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const [first = ''] = message.split('\n', 1);
  // Known by name: its module loads late.
  const lines =
    name === 'StartupError'
      ? message.split('\n')
      : [`${first === '' ? name : first} (not expected; --debug shows where)`];
  for (const line of lines) process.stderr.write(`costplane-service: ${line}\n`);
  if (withStack) process.stderr.write(`${stack ?? ''}\n`);
}
