import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { confirm } from '../src/confirm.ts';
import { createProgram } from '../src/program.ts';

describe('confirm', () => {
  const terminal = (answer: string, { isTTY = true } = {}) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    const output = Object.assign(new PassThrough(), { isTTY });
    input.end(answer);
    return { input, output, asked: () => (output.read() as Buffer | null)?.toString() ?? '' };
  };

  it('asks on a terminal, and goes on with y or yes', async () => {
    for (const answer of ['y\n', 'YES\n', ' yes \n']) {
      const { asked, ...of } = terminal(answer);
      await confirm('This revokes key a', {}, of);
      expect(asked()).to.equal('This revokes key a. Continue? [y/N] ');
    }
  });

  it('changes nothing with any other answer, or none', async () => {
    for (const answer of ['\n', 'n\n', 'yesterday\n', '']) {
      const failure = await confirm('This revokes key a', {}, terminal(answer)).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      expect(failure, answer).to.equal('Nothing was changed');
    }
  });

  it('does not ask with --yes, or where there is no terminal', async () => {
    for (const [given, options] of [
      [{ yes: true }, {}],
      [{}, { isTTY: false }],
    ] as const) {
      const { asked, ...of } = terminal('n\n', options);
      await confirm('This revokes key a', given, of);
      expect(asked()).to.equal('');
    }
  });
});

describe('commands that ask for confirmation', () => {
  for (const path of [
    'key revoke',
    'agent-token revoke',
    'org suspend',
    'price set',
    'price unset',
    'allocation apply',
    'recommendation dismiss',
  ]) {
    it(`${path} accepts --yes`, () => {
      let command = createProgram();
      for (const name of path.split(' ')) {
        command = command.commands.find((each) => each.name() === name)!;
      }
      expect(command.options.map(({ long }) => long)).to.include('--yes');
    });
  }
});
