import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../paths.ts';
import { parseBlocks } from './blocks.ts';

const run = promisify(execFile);

/** An example of a page in a file of its own. */
export interface Program {
  readonly file: string;
  /** What it prints, with `…` for what varies. */
  readonly printed: string;
}

/** Writes the blocks in `ts` into a folder that finds the packages of the workspace. */
export async function writePrograms(folder: string, markdown: string): Promise<Program[]> {
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const blocks = parseBlocks(markdown);
  const programs = blocks.flatMap(({ language, text }, index) =>
    language === 'ts'
      ? { file: join(folder, `example-${index}.ts`), text, printed: blocks[index + 1]?.text ?? '' }
      : [],
  );
  await Promise.all(programs.map(({ file, text }) => writeFile(file, text)));
  return programs;
}

const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'];
const platform = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node'];

/** What the compiler says of them, against the packages as they are built. */
export async function compile(programs: readonly Program[]): Promise<string> {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const files = programs.map(({ file }) => file);
  const cwd = dirname(files[0] ?? '');
  return run(process.execPath, [tsc, ...options, ...platform, ...files], { cwd }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

/** What it prints. */
export async function runProgram({ file }: Program, environment: object): Promise<string> {
  const { stdout } = await run(process.execPath, [file], {
    cwd: dirname(file),
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
  return stdout;
}
