import { expect } from 'chai';
import { type InTurn } from '../src/auth/credential-cache.ts';
import { lookUpAtHome } from '../src/auth/home-directory.ts';

const hash = Buffer.from('hash');
const two = new Map([
  ['default', 1],
  ['eu-2', 2],
]);
const inTurn: InTurn = (_, query) => query();

describe('the directory of organizations and databases', () => {
  it('finds an organization that moves during the lookup', async () => {
    let home = 'default';
    const moveAndSelect = (database: string) => {
      home = 'eu-2';
      return Promise.resolve(database === home ? 'acme' : undefined);
    };
    const lookUp = lookUpAtHome(two, () => Promise.resolve(home), moveAndSelect);
    expect(await lookUp(hash, inTurn)).to.equal('acme');
  });

  it('does not query a second database for an unknown organization', async () => {
    const asked: string[] = [];
    const find = (database: string) => {
      asked.push(database);
      return Promise.resolve<string | undefined>(undefined);
    };
    const lookUp = lookUpAtHome(two, () => Promise.resolve('eu-2'), find);
    expect(await lookUp(hash, inTurn)).to.equal(undefined);
    expect(asked).to.eql(['eu-2']);
  });
});
