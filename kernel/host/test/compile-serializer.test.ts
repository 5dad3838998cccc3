import { expect } from 'chai';
import { Type } from 'typebox';
import { compileSerializer, ForbiddenAnswer } from '../src/http/compile-serializer.ts';

const schema = Type.Object({ name: Type.String() });
const right = { name: 'a' };
const written = '{"name":"a"}';
const wrong = { name: 1 };
/** With a field that the schema does not name. */
const extended = () => ({ name: 'a', secret: 'b' });

type Serialize = ReturnType<typeof compileSerializer>;
const serializeRight = (serialize: Serialize, times: number) => {
  for (let time = 0; time < times; time += 1) expect(serialize(right)).to.equal(written);
};
/** How many wrong answers in a row are sent before one is refused. */
function countUnchecked(serialize: Serialize): number {
  for (let sent = 0; ; sent += 1) {
    try {
      serialize(wrong);
    } catch (error) {
      expect(error).to.be.instanceOf(ForbiddenAnswer);
      return sent;
    }
  }
}

describe('the response check', () => {
  it('covers the first 100, then a sample, and each one after an invalid response', () => {
    const serialize = compileSerializer(schema, 10);
    serializeRight(serialize, 99);
    expect(countUnchecked(serialize)).to.equal(0);
    serializeRight(serialize, 100);
    expect(countUnchecked(serialize)).to.equal(9);
    expect(countUnchecked(serialize)).to.equal(0);
  });

  it('deletes fields that are not in the schema, and covers each response after that', () => {
    const serialize = compileSerializer(schema, 10);
    for (let time = 0; time < 200; time += 1) {
      expect(serialize(extended())).to.equal(written);
    }
    expect(countUnchecked(serialize)).to.equal(0);
  });

  it('covers every response if configured', () => {
    const serialize = compileSerializer(schema, 1);
    serializeRight(serialize, 1_000);
    expect(countUnchecked(serialize)).to.equal(0);
  });
});
