import { createReadStream } from 'node:fs';

const newline = 10;

/** The lines of a file. */
export async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1))
      lines += 1;
  }
  return lines;
}
