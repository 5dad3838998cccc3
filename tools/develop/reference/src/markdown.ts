/** Text of a table's cell: pipes and line breaks would end it. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();

/** A table; the first row has the headings. Cells are Markdown already. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text as code, whatever backticks it has itself. */
export function code(text: string): string {
  if (!text.includes('`')) return `\`${text}\``;
  return `\`\` ${text} \`\``;
}

/** Words that people read as they stand: nothing in them is markup. */
export const plain = (text: string): string =>
  text.replaceAll(/[<>*[\]\\]|(?<!\w)_|_(?!\w)/g, '\\$&');

export const list = (items: readonly string[]): string => items.join(', ');
