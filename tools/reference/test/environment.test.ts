import { createProgram } from '@costplane/cli';
import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { developmentVariables, systemVariables, variables } from '../src/environment/variables.ts';
import { repository } from '../src/repository.ts';

type Command = ReturnType<typeof createProgram>;

const variablesOfCommands = ({ options, commands }: Command): string[] => [
  ...options.flatMap(({ envVar }) => envVar ?? []),
  ...commands.flatMap((command) => variablesOfCommands(command)),
];

async function sourcesOf(group: string): Promise<string[]> {
  const folders = await readdir(join(repository, group), { withFileTypes: true });
  return folders.filter((entry) => entry.isDirectory()).map(({ name }) => `${group}/${name}/src`);
}

async function variablesIn(folder: string): Promise<string[]> {
  const files = await readdir(join(repository, folder), { recursive: true }).catch(() => []);
  const texts = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFile(join(repository, folder, file), 'utf8')),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/\b(?:process\.env|environment)(?:\?\.|\.)([A-Z][A-Z0-9_]*)\b/g)].map(
      ([, name = '']) => name,
    ),
  );
}

describe('the variables of the environment', () => {
  it('that the code reads are described, and no others', async () => {
    const sources = ['kernel/src', ...(await sourcesOf('tools')), ...(await sourcesOf('plugins'))];
    const read = new Set([
      ...(await Promise.all(sources.map(variablesIn))).flat(),
      ...variablesOfCommands(createProgram()),
    ]);
    const described = [...variables, ...developmentVariables].map(({ name }) => name);
    expect([...read].sort()).to.deep.equal([...described, ...systemVariables].sort());
  });
});
