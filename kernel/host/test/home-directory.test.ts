import { expect } from 'chai';
import { HomeDirectory } from '../src/auth/home-directory.ts';

const hash = Buffer.from('hash');

describe('the directory of homes', () => {
  it('finds who moves between the question where they are and the one who they are', async () => {
    let home = 'default';
    const directory = new HomeDirectory(() => Promise.resolve(home));
    const moveAndSelect = (database: string) => {
      home = 'eu-2';
      return Promise.resolve(database === home ? 'acme' : undefined);
    };
    expect(await directory.lookUp(hash, moveAndSelect)).to.equal('acme');
  });

  it('does not ask a second database for who is nowhere', async () => {
    const asked: string[] = [];
    const directory = new HomeDirectory(() => Promise.resolve('eu-2'));
    const find = (database: string) => {
      asked.push(database);
      return Promise.resolve<string | undefined>(undefined);
    };
    expect(await directory.lookUp(hash, find)).to.equal(undefined);
    expect(asked).to.eql(['eu-2']);
  });
});
