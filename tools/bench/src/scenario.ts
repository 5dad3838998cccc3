/** What a benchmark compares: one figure of the service and one of the floor, in one unit. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  readonly unit: 'requests/s' | 'ms';
  /** What `ratio` (service / floor) or the service's own figure should be. */
  readonly target: string;
  readonly rounds: number;
  /** Prepares data and processes; measures are then taken in turns. */
  readonly prepare: (say: (message: string) => void) => Promise<PreparedScenario>;
}

export interface PreparedScenario {
  /** Version of the PostgreSQL that both sides ask. */
  readonly postgres: string;
  /** One, or several of which the worst is the scenario's result. */
  readonly comparisons: readonly Comparison[];
  close(): Promise<void>;
}

/** Two sides, measured in turns. */
export interface Comparison {
  readonly name: string;
  measureService(): Promise<number>;
  measureFloor(): Promise<number>;
}
