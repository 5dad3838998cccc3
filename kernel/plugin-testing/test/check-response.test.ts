import { expect } from 'chai';
import { createResponseCheck } from '../src/check-response.ts';
import { type OpenApiDocument } from '@costplane/plugin-api';

const document = {
  openapi: '3.1.0',
  paths: {
    '/v1/things': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
  components: {},
} as unknown as OpenApiDocument;

describe('the response check of the testing kit', () => {
  const check = createResponseCheck(document);
  const answer = (body: unknown) => () => {
    check('GET', '/v1/things', 200, body);
  };

  it('accepts instants in UTC to the second, and null', () => {
    expect(
      answer({ a: [{ seen_at: '2026-07-15T12:00:00Z', gone_at: null }], created_at_k8s: null }),
    ).to.not.throw();
  });

  for (const value of [
    '2026-07-15T12:00:00.000Z',
    '2026-07-15T12:00:00+00:00',
    '2026-07-15 12:00:00Z',
    '2026-13-15T12:00:00Z',
    1_784_116_800,
    { last: '2026-07-15T12:00:00Z' },
  ]) {
    it(`rejects ${JSON.stringify(value)} in a field with the name of an instant`, () => {
      for (const name of ['killed_at', 'created_at_k8s']) {
        expect(answer({ open: { containers: [{ [name]: value }] } })).to.throw(
          `not UTC to the second: /open/containers/0/${name} = ${JSON.stringify(value)}`,
        );
      }
    });
  }

  it('leaves labels and annotations alone', () => {
    expect(answer({ labels: { built_at: 'noon' }, annotations: { seen_at: 5 } })).to.not.throw();
  });
});
