import { type Arguments, help, readArguments, UsageError } from './arguments.ts';
import { reportFailure } from './report-failure.ts';
import { stopSignal } from './stop-signal.ts';

/** Runs one command line, and answers the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  let given: Arguments;
  try {
    given = readArguments(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`costplane-service: ${error.message}; see --help\n`);
    return 2;
  }
  if (given.help) {
    process.stdout.write(help);
    return 0;
  }
  const stopped = stopSignal();
  const failed = (error: unknown) => {
    reportFailure(error, given.debug);
    return 1;
  };
  process.on('uncaughtException', (error) => process.exit(failed(error)));
  try {
    // Help and wrong usage do not wait for the host to load.
    await (await import('./serve.ts')).serve(given, stopped);
    return 0;
  } catch (error) {
    return failed(error);
  }
}
