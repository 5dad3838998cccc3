/** One word of a POSIX shell, whatever the text contains. */
export const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
