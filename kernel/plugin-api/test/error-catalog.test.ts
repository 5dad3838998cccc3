import { expect } from 'chai';
import { errorCatalog, type ErrorCode } from '../src/errors/catalog.ts';

const errorCodes = Object.keys(errorCatalog) as ErrorCode[];

describe('error catalog', () => {
  it('has the 23 codes of the contract', () => {
    expect(errorCodes).to.have.length(23);
  });

  it('marks the retryable codes of the contract, with their Retry-After', () => {
    const retryable = errorCodes.filter((code) => errorCatalog[code].retryable);
    expect(retryable).to.have.members([
      'RATE_LIMITED',
      'RATE_LIMIT_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_TIMEOUT',
      'INTERNAL_ERROR',
    ]);
    expect(errorCatalog.RATE_LIMITED.retryAfterSeconds).to.equal(60);
    expect(errorCatalog.RATE_LIMIT_UNAVAILABLE.retryAfterSeconds).to.equal(5);
  });
});
