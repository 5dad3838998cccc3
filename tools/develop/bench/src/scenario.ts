import { type BenchServer } from './bench-server.ts';
import { type Target } from './target.ts';

export type Unit = 'requests/s' | 'rows/s' | 'pods/s' | 'ms' | 's' | 'MiB' | 'kB';

/** What a benchmark compares: figures of the service, most of them with those of a floor. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Prepares data and processes; measures are then taken in turns. */
  readonly prepare: (run: Run) => Promise<PreparedScenario>;
}

/** What scenarios are run with. */
export interface Run {
  /** Smaller fleets, fewer and shorter rounds. */
  readonly isQuick: boolean;
  readonly server: BenchServer;
  readonly say: (message: string) => void;
}

export interface PreparedScenario {
  /** What both sides work on, in a few words. */
  readonly data: string;
  readonly rounds: number;
  readonly comparisons: readonly Comparison[];
  /** What else was measured, asked for after the last round. */
  figures?(): readonly Figure[] | Promise<readonly Figure[]>;
  close(): Promise<void>;
}

/** Two sides, measured in turns; or a service that nothing is compared with. */
export interface Comparison {
  readonly name: string;
  readonly unit: Unit;
  readonly target?: Target;
  /** Fewer than the scenario's, where each takes long. */
  readonly rounds?: number;
  /** Done before each measure of a side, and not measured. */
  before?(side: 'service' | 'floor'): Promise<unknown>;
  measureService(): Promise<number>;
  measureFloor?(): Promise<number>;
}

/** Something of the service that has no floor and no rounds. */
export interface Figure {
  readonly name: string;
  /** A word where it could not be measured, or does not exist. */
  readonly value: number | string;
  readonly unit: string;
  readonly target?: Target;
}
