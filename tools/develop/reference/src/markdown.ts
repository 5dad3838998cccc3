/** Text of a table cell, with pipes and line breaks escaped. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();

/** A table; the first row has the headings. Cells are Markdown. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text as code, even if it contains backticks. */
export function code(text: string): string {
  if (!text.includes('`')) return `\`${text}\``;
  return `\`\` ${text} \`\``;
}

/** Plain text, with Markdown characters escaped. */
export const plain = (text: string): string =>
  text.replaceAll(/[<>*[\]\\]|(?<!\w)_|_(?!\w)/g, '\\$&');

export const list = (items: readonly string[]): string => items.join(', ');
