import { expect } from 'chai';
import { formatCpu, formatMemory, parseCpu, parseMemory } from '../src/quantity.ts';

describe('quantities', () => {
  const cpu: [bigint, string][] = [
    [1_000_000_000n, '1'],
    [12_000_000_000n, '12'],
    [250_000_000n, '250m'],
    [1_500_000_000n, '1500m'],
    [1_500_001n, '1500001n'],
  ];
  const memory: [bigint, string][] = [
    [2n ** 40n, '1Ti'],
    [3n * 2n ** 30n, '3Gi'],
    [1536n * 2n ** 20n, '1536Mi'],
    [2n ** 10n, '1Ki'],
    [1000n, '1000'],
  ];

  it('are formatted as in Kubernetes, and parsed again', () => {
    for (const [nanocores, text] of cpu) {
      expect(formatCpu(nanocores)).to.equal(text);
      expect(parseCpu(text)).to.equal(nanocores);
    }
    for (const [bytes, text] of memory) {
      expect(formatMemory(bytes)).to.equal(text);
      expect(parseMemory(text)).to.equal(bytes);
    }
  });

  it('are rejected if invalid', () => {
    for (const text of ['', 'm', '1.5', '-1', '1Mi'])
      expect(() => parseCpu(text)).to.throw(RangeError);
    for (const text of ['', 'Mi', '1.5Gi', '1m'])
      expect(() => parseMemory(text)).to.throw(RangeError);
  });
});
