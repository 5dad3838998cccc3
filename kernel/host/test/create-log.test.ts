import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

const processThatEnds = (end: string) => [
  '--conditions=@costplane/source',
  join(import.meta.dirname, 'fixtures/log-lines.js'),
  end,
];

/** The lines of a process that ends in one of these ways. */
function linesOf(end: string): readonly { level: string; msg: string }[] {
  const { stderr } = spawnSync(process.execPath, processThatEnds(end), { encoding: 'utf8' });
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as { level: string; msg: string });
}

describe('log', () => {
  it('writes levels as words', () => {
    const levels = new Set(linesOf('fatal').map(({ level }) => level));
    expect([...levels]).to.eql(['debug', 'info', 'fatal']);
  });

  for (const end of ['by itself', 'exit', 'throw', 'fatal']) {
    it(`loses no line when the process ends: ${end}`, () => {
      const lines = linesOf(end);
      expect(lines.length).to.equal(502);
      expect(lines.at(-1)?.msg).to.equal('last');
    });
  }

  it('neither ends the process nor keeps it from ending if the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, processThatEnds('later'), {
      stdio: ['ignore', 'ignore', full],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    closeSync(full);
    expect(status).to.equal(3);
  });
});
