/** A part of a statement that means something to PostgreSQL. */
export interface SqlToken {
  /**
   * `word`: a keyword or a name, in lower case. `quoted`: a name in double quotes. `literal`: a string
   * in single quotes, without escapes. `parameter`: `$1`, as its number. `other`: a character, or a
   * string of another kind, whose text nobody looks at.
   */
  readonly kind: 'word' | 'quoted' | 'literal' | 'parameter' | 'other';
  readonly text: string;
}

const tokenPattern = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n\r]*)`,
    String.raw`(?<comment>/\*)`,
    String.raw`(?<escaped>e'[^'\\]*(?:(?:\\.|'')[^'\\]*)*(?:'|$))`,
    String.raw`'(?<literal>[^']*(?:''[^']*)*)(?:'|$)`,
    String.raw`"(?<quoted>[^"]*(?:""[^"]*)*)(?:"|$)`,
    String.raw`(?<dollar>\$(?:[a-z_\x80-\uffff][\w\x80-\uffff]*)?\$)`,
    String.raw`\$(?<parameter>\d+)`,
    String.raw`(?<word>[a-z_\x80-\uffff][\w$\x80-\uffff]*)`,
    String.raw`(?<other>.)`,
  ].join('|'),
  'isy',
);

/** The tokens of a statement: comments and spaces left out, names and strings without their quotes. */
export function tokensOf(statement: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let position = 0;
  for (;;) {
    tokenPattern.lastIndex = position;
    const { groups, 0: matched } = tokenPattern.exec(statement) ?? {};
    if (!groups || matched === undefined) return tokens;
    const end = position + matched.length;
    if (groups.comment !== undefined) position = endOfComment(statement, end);
    else if (groups.dollar !== undefined) position = endOfDollarQuote(statement, end, matched);
    else position = end;
    const token = tokenOf(groups);
    if (token) tokens.push(token);
  }
}

type Groups = Readonly<Record<string, string | undefined>>;

function tokenOf({ literal, quoted, parameter, word, escaped, dollar, other }: Groups) {
  const as = (kind: SqlToken['kind'], text: string): SqlToken => ({ kind, text });
  if (word !== undefined) return as('word', word.toLowerCase());
  if (literal !== undefined) return as('literal', literal.replaceAll("''", "'"));
  if (quoted !== undefined) return as('quoted', quoted.replaceAll('""', '"'));
  if (parameter !== undefined) return as('parameter', parameter);
  if (other !== undefined) return as('other', other);
  return escaped === undefined && dollar === undefined ? undefined : as('other', 'string');
}

/** Comments nest. */
function endOfComment(statement: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 1; depth > 0;) {
    const found = mark.exec(statement);
    if (!found) return statement.length;
    depth += found[0] === '/*' ? 1 : -1;
  }
  return mark.lastIndex;
}

function endOfDollarQuote(statement: string, from: number, tag: string): number {
  const end = statement.indexOf(tag, from);
  return end === -1 ? statement.length : end + tag.length;
}
