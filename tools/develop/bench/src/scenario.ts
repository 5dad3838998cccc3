/** What a benchmark compares: one figure of the service and one of the floor, in one unit. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  readonly unit: 'requests/s' | 'rows/s' | 'pods/s' | 'ms';
  /** What `ratio` (service / floor), the service's own figure or `figures` should be. */
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
  /** What else was measured, asked for after the last round. */
  figures?(): readonly Figure[];
  close(): Promise<void>;
}

/** Two sides, measured in turns. */
export interface Comparison {
  readonly name: string;
  measureService(): Promise<number>;
  measureFloor(): Promise<number>;
}

/** Something of the service that has no floor. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
}
