import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';

/** Runs one command line; returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    reportFailure(error);
    return 1;
  }
}
