/** A problem that prevents the service from starting, and how to fix it. */
export interface StartupProblem {
  /** Where: a plugin, a key of the config file, an environment variable. */
  readonly where: string;
  readonly what: string;
  readonly fix?: string;
  /** What was thrown, for those who want to see where. */
  readonly cause?: unknown;
}

/** All problems that prevent the service from starting, reported together. */
export class StartupError extends Error {
  readonly problems: readonly StartupProblem[];

  constructor(problems: readonly StartupProblem[]) {
    const causes = problems.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
    super(problems.map(describeProblem).join('\n'), {
      cause: causes.length > 1 ? new AggregateError(causes) : causes[0],
    });
    this.name = 'StartupError';
    this.problems = problems;
  }
}

function describeProblem({ where, what, fix }: StartupProblem): string {
  const end = what.endsWith('?') ? '' : '.';
  return fix === undefined ? `${where}: ${what}` : `${where}: ${what}${end} ${fix}`;
}
