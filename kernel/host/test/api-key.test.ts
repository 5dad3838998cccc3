import { expect } from 'chai';
import { apiKey, hashCredential } from '../src/auth/credential.ts';

describe('API key', () => {
  it('has the form of decision 42, and is new every time', () => {
    const keys = Array.from({ length: 200 }, apiKey.mint);
    expect(new Set(keys).size).to.equal(200);
    for (const key of keys) {
      expect(key).to.match(/^cpk_[0-9A-Za-z]{40}$/);
      expect(apiKey.fits(key)).to.equal(true);
    }
  });

  it('shows a typo in any place by its checksum', () => {
    const key = apiKey.mint();
    for (let index = 0; index < key.length; index += 1) {
      const typo = key.slice(0, index) + (key[index] === 'q' ? 'r' : 'q') + key.slice(index + 1);
      expect(apiKey.fits(typo)).to.equal(false);
    }
  });

  it('is stored as 32 bytes, and hinted at by four of its characters', () => {
    const key = apiKey.mint();
    expect(hashCredential(key)).to.have.length(32);
    expect(apiKey.hint(key)).to.equal(key.slice(0, 8));
  });
});
