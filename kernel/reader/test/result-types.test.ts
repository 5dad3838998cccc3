import { expect } from 'chai';
import { toContractTimestamp } from '../src/result-types.ts';

describe('timestamps of the database', () => {
  const readings: [text: string, timestamp: string][] = [
    ['2026-07-15 19:32:00+00', '2026-07-15T19:32:00Z'],
    ['2026-07-15 19:32:00.999999+00', '2026-07-15T19:32:00Z'],
    ['2026-07-15 19:32:00.5+00', '2026-07-15T19:32:00Z'],
    ['10000-01-01 00:00:00.5+00', '10000-01-01T00:00:00Z'],
  ];
  for (const [text, timestamp] of readings) {
    it(`reads ${text} as ${timestamp}`, () => {
      expect(toContractTimestamp(text)).to.equal(timestamp);
    });
  }
});
