import { expect } from 'chai';
import { requireExcerpt } from './support/docs/excerpt.ts';

const passes: [about: string, answer: unknown, excerpt: unknown][] = [
  ['a value that is left out', { status: 'ready', version: '1.0.0' }, { status: 'ready' }],
  ['an empty list for an empty one', { data: [] }, { data: [] }],
  ['all entries of a list, each an excerpt', { data: [{ a: 1, b: 2 }] }, { data: [{ a: 1 }] }],
  ['`…` for a value', { id: 'x' }, { id: '…' }],
  [
    '`…` for a value that is null, zero or empty',
    { a: null, b: 0, c: '' },
    { a: '…', b: '…', c: '…' },
  ],
  ['`…` for one more entry', { data: [1, 2] }, { data: [1, '…'] }],
  ['`…` for many more entries', { data: [1, 2, 3] }, { data: [1, '…'] }],
];

const fails: [about: string, answer: unknown, excerpt: unknown, message: string][] = [
  ['an empty list for one with entries', { data: [1, 2, 3] }, { data: [] }, 'answer.data'],
  ['an empty list for none', { data: undefined }, { data: [] }, 'answer.data'],
  ['an empty list for null', { data: null }, { data: [] }, 'answer.data'],
  ['an empty list for an object', { data: {} }, { data: [] }, 'answer.data'],
  ['two entries for three', { data: [1, 2, 3] }, { data: [1, 2] }, 'answer.data'],
  ['three entries for two', { data: [1, 2] }, { data: [1, 2, 3] }, 'answer.data'],
  ['`…` for no more entries', { data: [1] }, { data: [1, '…'] }, 'answer.data[1]'],
  ['`…` for what is not there', {}, { id: '…' }, 'answer.id'],
  ['another entry', { data: [1, 2] }, { data: [1, 3] }, 'answer.data[1]'],
  ['another value', { data: [{ a: 1 }] }, { data: [{ a: 2 }] }, 'answer.data[0].a'],
  ['an empty object for none', {}, { data: {} }, 'answer.data'],
  ['an object for null', { data: null }, { data: { a: 1 } }, 'answer.data'],
  ['an object for a list', { data: [1] }, { data: { 0: 1 } }, 'answer.data'],
];

describe('an excerpt of an answer', () => {
  for (const [about, answer, excerpt] of passes) {
    it(`may show ${about}`, () => {
      requireExcerpt(answer, excerpt, 'answer');
    });
  }

  for (const [about, answer, excerpt, place] of fails) {
    it(`may not show ${about}, and says where`, () => {
      expect(() => {
        requireExcerpt(answer, excerpt, 'answer');
      }).to.throw(`${place}: expected`);
    });
  }
});
