import { StartupError, type StartupProblem } from '@costplane/plugin-api/internal';

/** The results of several steps of a start, and the problems of those that failed. */
export async function settleAll<T>(attempts: readonly Promise<T>[]) {
  const values: T[] = [];
  const problems: StartupProblem[] = [];
  for (const attempt of await Promise.allSettled(attempts)) {
    if (attempt.status === 'fulfilled') values.push(attempt.value);
    else if (attempt.reason instanceof StartupError) problems.push(...attempt.reason.problems);
    else throw attempt.reason;
  }
  return { values, problems };
}
