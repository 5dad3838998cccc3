import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { confirm } from '../src/confirm.ts';

describe('confirm', () => {
  const terminal = (
    answer: string,
    { isTTY = true, isShown = isTTY }: { isTTY?: boolean; isShown?: boolean } = {},
  ) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    const output = Object.assign(new PassThrough(), { isTTY: isShown });
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

  it('escapes terminal sequences in names, which could forge a question', async () => {
    const { asked, ...of } = terminal('y\n');
    await confirm('This suspends a\r\u001b[2Kb\u202e', {}, of);
    expect(asked()).to.equal('This suspends a\\u000d\\u001b[2Kb\\u202e. Continue? [y/N] ');
  });

  const refusal = (of: Parameters<typeof confirm>[2]) =>
    confirm('This revokes key a', {}, of).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );

  it('changes nothing with any other answer, or none', async () => {
    for (const answer of ['\n', 'n\n', 'yesterday\n', '']) {
      expect(await refusal(terminal(answer)), answer).to.equal('Nothing was changed');
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

  it('fails on a terminal if the command reads standard input', async () => {
    const { asked, ...of } = terminal('', { isTTY: false, isShown: true });
    const error = await confirm('This replaces a', { isInputRead: true }, of).catch(String);
    expect(error).to.match(
      /Nothing was changed: the command reads standard input, [^\n]+; add --yes$/,
    );
    await confirm('This replaces a', { isInputRead: true, yes: true }, of);
    await confirm('This replaces a', { isInputRead: true }, terminal('', { isTTY: false }));
    expect(asked()).to.equal('');
  });

  it('fails on a terminal that cannot prompt', async () => {
    const { asked, ...of } = terminal('y\n', { isShown: false });
    expect(await refusal(of)).to.equal(
      'Nothing was changed: standard error is redirected, so that nobody can be asked; add --yes',
    );
    expect(asked()).to.equal('');
  });
});
