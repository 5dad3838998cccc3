import { expect } from 'chai';
import { type TSchema, Type } from 'typebox';
import { compileBody } from '../src/schema-validation/check-body.ts';

describe('checking a large body', () => {
  const length = 1_000;

  /** How often a member of an array in the body is read. */
  function countReads(schema: TSchema): number {
    let reads = 0;
    const values = new Proxy(Array<number>(length).fill(0), {
      get: (target, name) => [Reflect.get(target, name), (reads += 1)][0] as unknown,
      ownKeys: () => expect.fail('the keys of an array were listed'),
    });
    compileBody(schema)({ values });
    return reads;
  }

  it('reads its values only if the schema accepts it, and without a list of their keys', () => {
    expect(countReads(Type.Object({ values: Type.String() }))).to.be.below(length / 10);
    expect(countReads(Type.Object({}))).to.be.within(length, 4 * length);
  });
});
