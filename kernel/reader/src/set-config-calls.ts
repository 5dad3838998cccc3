import { type SqlToken } from './sql-tokens.ts';

/** The arguments of each call of `set_config` in a statement, each as its tokens. */
export function setConfigCalls(tokens: readonly SqlToken[]): SqlToken[][][] {
  return tokens.flatMap((token, index) =>
    isName(token, 'set_config') && isSign(tokens[index + 1], '(')
      ? [argumentsFrom(tokens, index + 2)]
      : [],
  );
}

/** Up to the parenthesis that closes the call. */
function argumentsFrom(tokens: readonly SqlToken[], start: number): SqlToken[][] {
  const given: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(start)) {
    if (isSign(token, ')') && depth === 0) break;
    if (isSign(token, ',') && depth === 0) {
      given.push([]);
      continue;
    }
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    given.at(-1)?.push(token);
  }
  return given;
}

const isName = ({ kind, text }: SqlToken, name: string) =>
  (kind === 'word' || kind === 'quoted') && text === name;

/** Whether a token is this character, and not in a string. */
export const isSign = (token: SqlToken | undefined, sign: string) =>
  token?.kind === 'other' && token.text === sign;
