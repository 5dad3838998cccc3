import { expect } from 'chai';
import { parseQuantity, wholeUnits } from '../src/quantity.ts';
import { uuidV5 } from '../src/uuid-v5.ts';

describe('Kubernetes quantities', () => {
  const nanos: Record<string, bigint> = {
    '8': 8_000_000_000n,
    '3500m': 3_500_000_000n,
    '0.5': 500_000_000n,
    '.5': 500_000_000n,
    '5.': 5_000_000_000n,
    '+1': 1_000_000_000n,
    '-1': -1_000_000_000n,
    '250u': 250_000n,
    '7n': 7n,
    '0.1n': 1n,
    '1e3': 1_000_000_000_000n,
    '1E3': 1_000_000_000_000n,
    '1.5e-3': 1_500_000n,
    '1k': 1_000_000_000_000n,
    '0': 0n,
  };
  for (const [text, value] of Object.entries(nanos))
    it(`read ${text}`, () => expect(parseQuantity(text)).to.equal(value));

  const bytes: Record<string, bigint> = {
    '1536Mi': 1_610_612_736n,
    '16Gi': 17_179_869_184n,
    '1G': 1_000_000_000n,
    '1Ki': 1024n,
    '1.5Ki': 1536n,
    '2Ti': 2_199_023_255_552n,
    '1Pi': 2n ** 50n,
    '1Ei': 2n ** 60n,
    '1E': 10n ** 18n,
    '1P': 10n ** 15n,
    '1T': 10n ** 12n,
    '1M': 10n ** 6n,
    '100m': 1n,
  };
  for (const [text, value] of Object.entries(bytes))
    it(`read ${text} in bytes`, () => expect(wholeUnits(parseQuantity(text)!)).to.equal(value));

  for (const text of [
    '',
    '.',
    'Gi',
    '1 Gi',
    '1gi',
    '1KI',
    '1e',
    '1e3Gi',
    '0x10',
    'NaN',
    '1,5',
    '1e999',
  ])
    it(`refuse "${text}"`, () => expect(parseQuantity(text)).to.equal(undefined));
});

describe('UUIDs of names', () => {
  it('are those of RFC 9562', () => {
    expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).to.equal(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });
});
