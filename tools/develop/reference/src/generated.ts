/** The command that generates the reference. */
export const command = 'npm run docs';

/** A page that starts with a note on its source. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const notice = `<!-- Generated from ${source} by \`${command}\`; do not edit. -->`;
  return [notice, `# ${title}`, ...parts].join('\n\n');
}
