import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { costplane, makeFolder } from './costplane.ts';

const main = join(import.meta.dirname, '../bin/costplane.js');

describe('costplane --version and completion', () => {
  it('--version prints the version of the package', async () => {
    const manifest = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    const { code, stdout, stderr } = await costplane(['--version']);
    expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('completion prints a script for bash, zsh and fish, and refuses another shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await costplane(['completion', shell]);
      expect(stdout, shell).to.include('costplane complete --');
      expect(code, shell).to.equal(0);
    }
    const { code, stderr } = await costplane(['completion', 'tcsh']);
    expect(stderr).to.match(/^costplane: [^\n]*Allowed choices are bash, zsh, fish; see --help\n$/);
    expect(code).to.equal(2);
  });

  const completed: [line: string, ...candidates: string[]][] = [
    ['costplane pri', 'price'],
    ['costplane key ', 'create', 'list', 'revoke'],
    ['costplane key create --sc', '--scope'],
    ['costplane sample load --scale m', 'medium'],
  ];
  for (const [line, ...candidates] of completed) {
    it(`bash completes "${line}" to ${candidates.join(', ')}`, async () => {
      expect(await completeInBash(line)).to.deep.equal(candidates);
    });
  }
});

/** What bash offers at the end of a line. */
async function completeInBash(line: string): Promise<string[]> {
  const folder = await makeFolder();
  const words = line.split(' ');
  const command = join(folder.path, 'costplane');
  await writeFile(command, `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, { mode: 0o755 });
  // The function that the package bash-completion has.
  const script = `
    _get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur="\${words[cword]}"; }
    source <(costplane completion bash)
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}
    __costplane_complete
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  try {
    const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH ?? ''}` };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
    return stdout
      .trim()
      .split('\n')
      .map((candidate) => candidate.trim());
  } finally {
    await folder.remove();
  }
}
