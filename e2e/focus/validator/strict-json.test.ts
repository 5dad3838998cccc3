import { expect } from 'chai';
import { type JsonObject } from '../../support/focus/strict-json.ts';
import {
  measureDepth,
  JsonNumber,
  parseStrictJson,
  toPlain,
  valuesIn,
} from '../../support/focus/strict-json.ts';

describe('strict JSON of the FOCUS validator', () => {
  it('is what JSON.parse reads', () => {
    const texts = [
      '{"a":[1,-2.5e3,true,false,null,"\\u00e9\\"\\n"],"b":{}, "c" : [] }',
      ' "text" ',
      '[[],{"":0}]',
      '-0',
    ];
    for (const text of texts) {
      expect(toPlain(parseStrictJson(text)), text).to.eql(JSON.parse(text));
    }
  });
  it('keeps digits and keys that recur', () => {
    const value = parseStrictJson('{"a":0.12345678901234567890,"a":1e-7}') as JsonObject;
    expect(value.keys).to.eql(['a', 'a']);
    expect(value.repeatedKeys).to.eql(['a']);
    const numbers = [...valuesIn(value)].filter((one) => one instanceof JsonNumber);
    expect(numbers.map(({ text }) => text)).to.eql(['0.12345678901234567890', '1e-7']);
  });
  it('knows how deep a value is', () => {
    const depth = (text: string) => measureDepth(parseStrictJson(text));
    expect([depth('1'), depth('{}'), depth('{"a":[{"b":1},2]}')]).to.eql([0, 1, 3]);
  });
  it('refuses what is not JSON, as JSON.parse does', () => {
    const texts = ['', '{', '{a:1}', "{'a':1}", '[1,]', '{"a":1,}', '01', '+1', '.5', '1.'];
    for (const text of [...texts, 'NaN', 'Infinity', '[1] 2', '"a\nb"', '"\\x"', 'nul', '{"a"}']) {
      expect(() => JSON.parse(text) as unknown, text).to.throw(SyntaxError);
      expect(() => parseStrictJson(text), text).to.throw(SyntaxError);
    }
  });
});
