import { expect } from 'chai';
import { mistakeIn } from './support/docs/command-lines.ts';

describe('a command line in the docs', () => {
  const wrong: [call: string, mistake: string][] = [
    ['ingest --cluster x', 'there is no option --cluster'],
    ['agent-token create --cluster x', 'there is no option --cluster'],
    ['ingest --max 3', 'there is no option --max'],
    ['ingest --frobnicate', 'there is no option --frobnicate'],
    ['frobnicate', 'there is no such command'],
    ['org frobnicate', 'there is no such command'],
  ];
  for (const [call, mistake] of wrong) {
    it(`may not be \`${call}\``, async () => {
      expect(await mistakeIn(call)).to.equal(`costplane ${call}: ${mistake}`);
    });
  }

  const right = [
    'ingest snapshot.json --org acme --cluster-name x',
    'ingest --listen 8081 --max-snapshot-bytes 3',
    'key create --org acme --scope all --cluster x --limit 3 --json',
    'key create --org acme --scope all --no-clusters',
  ];
  for (const call of right) {
    it(`may be \`${call}\``, async () => {
      expect(await mistakeIn(call)).to.equal(undefined);
    });
  }
});
