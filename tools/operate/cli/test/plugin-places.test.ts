import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { tryLoadPlugins } from '@costplane/kernel';
import { readConfig } from '../src/service/read-config.ts';

const fixtures = join(import.meta.dirname, '../../../../kernel/plugin-testing/test/fixtures');

describe('a problem with an entry of `plugins` is reported with its position in the config file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'costplane-places-'));
  });
  after(() => rm(folder, { recursive: true }));

  const listProblems = async (text: string) => {
    const file = join(folder, 'own.yaml');
    await writeFile(file, text.replaceAll('./', `${fixtures}/`));
    const { references, baseFolder } = await readConfig({ file, environment: {}, folder });
    const { problems } = await tryLoadPlugins(references, baseFolder);
    return problems.map(({ where, what }) => `${where.replace(`${folder}/`, '')}: ${what}`);
  };

  it('for an unknown key, with the known ones', async () => {
    expect(
      await listProblems('plugins:\n  - package: ./echo\n    config:\n      greetng: hi\n'),
    ).to.eql([
      'own.yaml:4:7: plugin costplane-plugin-echo (plugins[0]): config unknown key "greetng"; did you mean `greeting`?',
    ]);
  });

  it('for a value of the wrong type, and one for each', async () => {
    expect(
      await listProblems(
        'plugins:\n  - package: ./echo\n    config:\n      greeting: 5\n      loud: true\n',
      ),
    ).to.have.members([
      'own.yaml:4:17: plugin costplane-plugin-echo (plugins[0]): config.greeting must be text; put it in quotes',
      'own.yaml:5:7: plugin costplane-plugin-echo (plugins[0]): config unknown key "loud"; the only key is greeting',
    ]);
  });

  it('for the config of a plugin without options', async () => {
    expect(
      (await listProblems('plugins:\n  - package: ./bad-column\n    config: { a: 1 }\n')).join(),
    ).to.match(/^own\.yaml:3:5: plugin .*bad-column \(plugins\[0\]\): takes no config/);
    expect(
      (await listProblems('plugins:\n  - package: ./bad-column\n    config: 5\n')).join(),
    ).to.match(/^own\.yaml:3:5: plugin .*bad-column \(plugins\[0\]\): takes no config/);
  });

  it('for a missing package, and a duplicate one', async () => {
    const problems = await listProblems(
      'plugins:\n  - package: costplane-none\n  - package: ./echo\n  - package: ./echo\n',
    );
    expect(problems).to.have.length(2);
    expect(problems[0]).to.match(
      /^own\.yaml:2:5: plugin costplane-none \(plugins\[0\]\): cannot be found/,
    );
    expect(problems[1]).to.match(
      /^own\.yaml:4:5: plugin costplane-plugin-echo \(plugins\[2\]\): is loaded by plugins\[1\]/,
    );
  });
});
