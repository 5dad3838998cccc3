import { expect } from 'chai';
import { tokensOf } from '../src/sql-tokens.ts';

const table: [what: string, statement: string, tokens: string[]][] = [
  ['words, in lower case', 'Select Über_1$', ['word select', 'word über_1$']],
  ['names in quotes, as they are', '"Set ""a"""', ['quoted Set "a"']],
  ['strings', "'it''s' ''", ["literal it's", 'literal ']],
  ['strings with escapes', String.raw`E'\'; x' y`, ['other string', 'word y']],
  ['strings in dollars', '$$a$$ $b$ $$ $b$ c', ['other string', 'other string', 'word c']],
  ['parameters', '$1,$20', ['parameter 1', 'other ,', 'parameter 20']],
  ['no dollars within a name', 'a$b$c', ['word a$b$c']],
  ['no comments', 'a--b\nc/* /* d */ e */f', ['word a', 'word c', 'word f']],
  ['signs and digits, one by one', '(1)', ['other (', 'other 1', 'other )']],
  ['what has no end, to the end', "a 'b; c", ['word a', 'literal b; c']],
  ['a comment that has no end', 'a /* b', ['word a']],
  ['dollars that have no end', 'a $$ b', ['word a', 'other string']],
  ['nothing', ' \n', []],
];

describe('tokens of a statement', () => {
  for (const [what, statement, tokens] of table) {
    it(what, () => {
      expect(tokensOf(statement).map(({ kind, text }) => `${kind} ${text}`)).to.eql(tokens);
    });
  }
});
