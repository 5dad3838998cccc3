import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateFiles } from './files.ts';
import { repository } from './repository.ts';

let changed = 0;
for (const { path, text } of await generateFiles()) {
  const file = join(repository, path);
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === text) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  process.stdout.write(`${path}\n`);
  changed += 1;
}
process.stdout.write(changed === 0 ? 'The reference is current.\n' : `${changed} files written.\n`);
