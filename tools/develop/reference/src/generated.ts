/** What makes the reference anew. */
export const command = 'npm run docs';

/** A page, which says first where it comes from. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const notice = `<!-- Made from ${source} by \`${command}\`; a change made here is lost. -->`;
  return [notice, `# ${title}`, ...parts].join('\n\n');
}
