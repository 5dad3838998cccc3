import { setTimeout as sleep } from 'node:timers/promises';

export type Question = readonly [path: string, body?: object];

/** What somebody saw who asked: the milliseconds of each answer, and how many were not 200. */
export interface Course {
  readonly latencies: number[];
  errors: number;
}

export const startCourse = (): Course => ({ latencies: [], errors: 0 });

/** A client of the service, and how long it thinks after each answer. */
export interface Caller {
  readonly url: string;
  readonly key: string;
  readonly thinkMs?: number;
}

/** Asks one question after the other, again and again, until a time of `performance.now()`. */
export async function askUntil(
  until: number,
  { url, key, thinkMs = 0 }: Caller,
  questions: readonly Question[],
  course: Course,
): Promise<void> {
  while (performance.now() < until) {
    for (const [path, body] of questions) {
      const startedAt = performance.now();
      const response = await send(url + path, key, body);
      await response.arrayBuffer();
      course.latencies.push(performance.now() - startedAt);
      if (response.status !== 200) course.errors += 1;
      if (thinkMs > 0) await sleep(thinkMs);
    }
  }
}

/** Sends a request; with a body it is a POST of it as JSON. */
export const send = (url: string, key: string, body?: object) =>
  fetch(url, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
