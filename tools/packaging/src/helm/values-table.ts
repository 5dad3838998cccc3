import { isMap, type Pair, parseDocument, type YAMLMap } from 'yaml';

/** A value of the chart, with the comment above it. */
export interface ChartValue {
  /** Such as `api.service.port`. */
  readonly path: string;
  /** As YAML in one line. */
  readonly default: string;
  /** Empty where it has no comment. */
  readonly description: string;
}

/**
 * Every value of `values.yaml` that has a default: each key with a comment whose value is not a map
 * of further values with comments.
 */
export function readValues(text: string): ChartValue[] {
  const document = parseDocument(text);
  if (!isMap(document.contents)) throw new Error('values.yaml: it is no map');
  return valuesOf(document.contents, []);
}

type Entry = Pair<{ value: string; commentBefore?: string | null }>;

function valuesOf(map: YAMLMap, path: readonly string[]): ChartValue[] {
  return map.items.flatMap((item, index) => {
    const { key, value } = item as Entry;
    // The comment of the first key stands before its map.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
    const own = [...path, key.value];
    if (isMap(value) && holdsComments(value)) return valuesOf(value, own);
    const description = lastParagraph(comment);
    return [{ path: own.join('.'), default: inOneLine(value), description }];
  });
}

/** Whether the keys of a map are values themselves: such a map begins with a comment. */
function holdsComments(map: YAMLMap): boolean {
  return map.items.some((item, index) => {
    const { key, value } = item as Entry;
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
    return comment !== '' || (isMap(value) && holdsComments(value));
  });
}

/** What stands right above the key, not what introduces the file. */
function lastParagraph(comment: string): string {
  const paragraph = comment.split('\n\n').at(-1) ?? '';
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function inOneLine(value: unknown): string {
  const plain = (value as { toJSON: () => unknown }).toJSON();
  return JSON.stringify(plain);
}

const longest = 60;

/** The values as a table of Markdown. A default that is long is left to `values.yaml`. */
export function valuesTable(text: string): string {
  const rows = readValues(text).map(({ path, default: value, description }) => {
    const shown = value.length > longest ? 'see values.yaml' : `\`${value}\``;
    return `| \`${path}\` | ${shown} | ${description.replaceAll('|', '\\|')} |`;
  });
  return ['| Value | Default | Is |', '| --- | --- | --- |', ...rows].join('\n');
}
