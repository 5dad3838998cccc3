import { expect } from 'chai';
import { apiKey, hashCredential } from '../src/auth/credential.ts';

describe('API key', () => {
  it('has the format of decision 42, and is random', () => {
    const keys = Array.from({ length: 200 }, () => apiKey.mint());
    expect(new Set(keys).size).to.equal(200);
    for (const key of keys) {
      expect(key).to.match(/^cpk_[0-9A-Za-z]{40}$/);
      expect(apiKey.fits(key)).to.equal(true);
    }
  });

  it('detects a typo in any position by its checksum', () => {
    const key = apiKey.mint();
    for (let index = 0; index < key.length; index += 1) {
      const typo = key.slice(0, index) + (key[index] === 'q' ? 'r' : 'q') + key.slice(index + 1);
      expect(apiKey.fits(typo)).to.equal(false);
    }
  });

  it('is stored as a 32-byte hash with a hint of four characters', () => {
    const key = apiKey.mint();
    expect(hashCredential(key)).to.have.length(32);
    expect(apiKey.hint(key)).to.equal(key.slice(0, 8));
  });
});
