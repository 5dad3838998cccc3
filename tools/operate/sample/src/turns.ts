import { between, seededFraction } from './seeded.ts';
import { dayMs, fleetDay } from './units.ts';

/** One of the successive instances of something that is replaced from time to time. */
export interface Turn {
  /** 0 for the first one, which started with the fleet. */
  number: number;
  /** Start time in Unix milliseconds. */
  since: number;
}

/** Replacements begin once the fleet has grown. */
const firstDay = fleetDay(120);

/** The instances of something that is replaced about once every given number of days. */
export class Turns {
  private readonly seed: string;
  private readonly periodMs: number;
  private readonly first: number;
  /** Cache of the last instance and its end, because most calls ask for the same one. */
  private last: { turn: Turn | null; from: number; until: number };

  constructor(seed: string, [minDays, maxDays]: readonly [number, number]) {
    this.seed = seed;
    this.periodMs = between(`${seed}/period`, minDays, maxDays) * dayMs;
    this.first = firstDay + seededFraction(`${seed}/first`) * this.periodMs;
    this.last = { turn: null, from: -Infinity, until: this.beginning(0) };
  }

  /** The instance at a moment; null for the first one. */
  at(time: number): Turn | null {
    if (time < this.last.from || time >= this.last.until) this.last = this.find(time);
    return this.last.turn;
  }

  private find(time: number): Turns['last'] {
    let number = Math.floor((time - this.first) / this.periodMs);
    if (time < this.beginning(number)) number -= 1;
    const until = this.beginning(Math.max(0, number + 1));
    if (number < 0) return { turn: null, from: -Infinity, until };
    const since = this.beginning(number);
    return { turn: { number: number + 1, since }, from: since, until };
  }

  private beginning(number: number): number {
    const late = 0.7 * seededFraction(`${this.seed}/${String(number)}`);
    return Math.round(this.first + (number + late) * this.periodMs);
  }
}
