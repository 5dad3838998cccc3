/** The UTC month of an instant. */
export interface Month {
  /** `YYYY-MM-DD` */
  readonly firstDay: string;
  readonly today: string;
  /** Days that have begun, including today. */
  readonly daysElapsed: number;
  readonly days: number;
}

export function currentMonth(now: Date): Month {
  const today = now.toISOString().slice(0, 10);
  return {
    firstDay: `${today.slice(0, 7)}-01`,
    today,
    daysElapsed: now.getUTCDate(),
    days: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate(),
  };
}
