/** One thing that keeps the service from starting, in words that say how to mend it. */
export interface StartupProblem {
  /** Where: a plugin, a key of the config file, an environment variable. */
  readonly where: string;
  readonly what: string;
  readonly fix?: string;
}

/** Everything that keeps the service from starting, found in one pass and reported together. */
export class StartupError extends Error {
  readonly problems: readonly StartupProblem[];

  constructor(problems: readonly StartupProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'StartupError';
    this.problems = problems;
  }
}

function describeProblem({ where, what, fix }: StartupProblem): string {
  return fix === undefined ? `${where}: ${what}` : `${where}: ${what}. ${fix}`;
}
