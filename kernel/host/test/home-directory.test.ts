import { expect } from 'chai';
import { type InTurn } from '../src/auth/credential-cache.ts';
import { HomeDirectory } from '../src/auth/home-directory.ts';

const hash = Buffer.from('hash');
const inTurn: InTurn = (_, query) => query();

describe('the directory of organizations and databases', () => {
  it('finds an organization that moves during the lookup', async () => {
    let home = 'default';
    const directory = new HomeDirectory(() => Promise.resolve(home));
    const moveAndSelect = (database: string) => {
      home = 'eu-2';
      return Promise.resolve(database === home ? 'acme' : undefined);
    };
    expect(await directory.lookUp(hash, moveAndSelect, inTurn)).to.equal('acme');
  });

  it('does not query a second database for an unknown organization', async () => {
    const asked: string[] = [];
    const directory = new HomeDirectory(() => Promise.resolve('eu-2'));
    const find = (database: string) => {
      asked.push(database);
      return Promise.resolve<string | undefined>(undefined);
    };
    expect(await directory.lookUp(hash, find, inTurn)).to.equal(undefined);
    expect(asked).to.eql(['eu-2']);
  });
});
