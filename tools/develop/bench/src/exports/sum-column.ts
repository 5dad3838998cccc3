import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Rows of a CSV file without line breaks in its values, and the sum of one of its columns. */
export async function sumColumn(
  file: string,
  column: string,
): Promise<{ readonly rows: number; readonly sum: number }> {
  let index: number | undefined;
  let [rows, sum] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const values = [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, value]) => value);
    if (index === undefined) {
      index = values.indexOf(column);
      continue;
    }
    rows += 1;
    sum += Number(values[index]);
  }
  return { rows, sum };
}
