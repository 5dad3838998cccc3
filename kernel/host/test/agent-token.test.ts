import { expect } from 'chai';
import { agentToken, apiKey, hashCredential } from '../src/auth/credential.ts';

describe('agent token', () => {
  it('has its own prefix, and is random', () => {
    const tokens = Array.from({ length: 200 }, () => agentToken.mint());
    expect(new Set(tokens).size).to.equal(200);
    for (const token of tokens) {
      expect(token).to.match(/^cpa_[0-9A-Za-z]{40}$/);
      expect(agentToken.fits(token)).to.equal(true);
      expect(apiKey.fits(token)).to.equal(false);
    }
    expect(agentToken.fits(apiKey.mint())).to.equal(false);
  });

  it('detects a typo by its checksum', () => {
    const token = agentToken.mint();
    const typo = token.slice(0, 20) + (token[20] === 'q' ? 'r' : 'q') + token.slice(21);
    expect(agentToken.fits(typo)).to.equal(false);
    expect(agentToken.fits(`${token}\n`)).to.equal(false);
  });

  it('is stored as a 32-byte hash with a hint of four characters', () => {
    const token = agentToken.mint();
    expect(hashCredential(token)).to.have.length(32);
    expect(agentToken.hint(token)).to.equal(token.slice(0, 8));
  });
});
