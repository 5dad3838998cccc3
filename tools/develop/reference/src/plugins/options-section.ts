import { command } from '../generated.ts';
import { code, table } from '../markdown.ts';
import { listOptions, type Schema } from '../schema-options.ts';

const begin = `<!-- options: made from the plugin's config schema by \`${command}\` -->`;
const end = '<!-- /options -->';
const section = new RegExp('<!-- options: [^\\n]*-->[^]*?<!-- /options -->');

/**
 * Updates the options in a plugin's README from its schema; inserts them before the dependencies if
 * they are missing.
 */
export function withOptions(readme: string, schema: Schema | undefined): string {
  const options = [begin, describeOptions(schema), end].join('\n\n');
  if (section.test(readme)) return readme.replace(section, () => options);
  const added = `## Options\n\n${options}\n`;
  const heading = '\n## Dependencies\n';
  if (!readme.includes(heading)) return `${readme.trimEnd()}\n\n${added}`;
  return readme.replace(heading, () => `\n${added}${heading}`);
}

/** The keys under `config` of a plugin's entry, as Markdown. */
export function describeOptions(schema: Schema | undefined): string {
  const options = schema ? listOptions(schema) : [];
  if (options.length === 0) return 'None.';
  return table(
    ['Option', 'Type', 'Default', 'Meaning'],
    options.map((option) => [code(option.path), option.type, option.default, option.meaning]),
  );
}
