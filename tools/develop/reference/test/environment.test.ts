import { createProgram } from '@costplane/cli';
import { expect } from 'chai';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { variablesReadIn } from '../src/environment/read-in.ts';
import {
  developmentVariables,
  systemVariables,
  variables,
  variablesOfProcesses,
} from '../src/environment/variables.ts';
import { repository } from '../src/repository.ts';

type Command = ReturnType<typeof createProgram>;

const variablesOfCommands = ({ options, commands }: Command): string[] => [
  ...options.flatMap(({ envVar }) => envVar ?? []),
  ...commands.flatMap((command) => variablesOfCommands(command)),
];

/** Of the product, its tests and its tools, as they are written. */
function sources(): string[] {
  return globSync('{kernel,plugins,tools,e2e}/**/*.{ts,js,mjs}', {
    cwd: repository,
    exclude: ['**/node_modules', '**/dist'],
  });
}

describe('the variables of the environment', () => {
  it('are described if the code, tests or tools read them, and no others', async () => {
    const files = sources();
    expect(files).to.include.members([
      'kernel/host/src/start-service.ts',
      'e2e/explorer-page.test.ts',
      'tools/develop/workspace/test.mjs',
    ]);
    const texts = await Promise.all(files.map((file) => readFile(join(repository, file), 'utf8')));
    const read = new Set([
      ...texts.flatMap(variablesReadIn),
      ...variablesOfCommands(createProgram()),
    ]);
    const known = [
      ...[...variables, ...developmentVariables].map(({ name }) => name),
      ...systemVariables,
      ...variablesOfProcesses,
    ];
    expect([...read].sort()).to.deep.equal(known.sort());
  });

  // Interpolated, so that these examples are no reads themselves.
  const [env, given] = ['process.env', 'environment'];
  const ways: [source: string, names: string[]][] = [
    [`${env}.ONE ?? 1`, ['ONE']],
    [`${given}?.ONE + ${given}.TWO`, ['ONE', 'TWO']],
    [`${env}['ONE'] ?? ${given}?.["TWO"]`, ['ONE', 'TWO']],
    [`const { ONE, TWO: two } = ${env};`, ['ONE', 'TWO']],
    [`${env}.npm_lifecycle_event`, []],
    [`open({ ONE: 1, ...${env} })`, []],
  ];
  for (const [source, names] of ways) {
    it(`are found in \`${source}\``, () => {
      expect(variablesReadIn(source)).to.deep.equal(names);
    });
  }
});
