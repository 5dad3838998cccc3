/** What the process of the agents is told to do. */
export interface Order {
  /** Where to report, without the path. */
  readonly url: string;
  /** One for each agent. */
  readonly tokens: readonly string[];
  /** Which of its prepared reports each agent sends: so many, from this one on. */
  readonly from: number;
  readonly count: number;
  /** A tick is a report; null: as fast as answers come. */
  readonly everyMs: number | null;
}

/** What came of it, over all agents. */
export interface Outcome {
  /** From the first report to the last answer. */
  readonly ms: number;
  /** The ids of snapshots that were answered 200. */
  readonly accepted: readonly (readonly string[])[];
  /** How often each status was answered; 0: no answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** From a report to its last answer, retries included. */
  readonly latencies: readonly number[];
  /** Ticks that found their agent still busy with one before, and were dropped. */
  readonly missed: number;
}
