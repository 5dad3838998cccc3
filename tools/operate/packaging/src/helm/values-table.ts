import { isMap, type Pair, parseDocument, type YAMLMap } from 'yaml';

/** A value of the chart, with the comment above it. */
export interface ChartValue {
  /** Such as `api.service.port`. */
  readonly path: string;
  /** As JSON; `undefined` for a group of values. */
  readonly default: string | undefined;
  /** Empty for a value without a comment; groups without one are omitted. */
  readonly description: string;
}

/** The values of `values.yaml`, and the groups that have a comment. A group is a map with comments. */
export function readValues(text: string): ChartValue[] {
  const document = parseDocument(text);
  if (!isMap(document.contents)) throw new Error('values.yaml must be a mapping');
  return listValues(document.contents, []);
}

type Entry = Pair<{ value: string; commentBefore?: string | null }>;

function listValues(map: YAMLMap, path: readonly string[]): ChartValue[] {
  return map.items.flatMap((item, index) => {
    const { key, value } = item as Entry;
    // The comment of a map's first key is parsed as a comment before the map.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
    const own = [...path, key.value];
    const described = { path: own.join('.'), description: lastParagraph(comment) };
    if (!isMap(value) || !holdsComments(value)) return [{ ...described, default: asJson(value) }];
    const group = comment === '' ? [] : [{ ...described, default: undefined }];
    return [...group, ...listValues(value, own)];
  });
}

/** Whether the keys of a map are values themselves, in which case the map begins with a comment. */
function holdsComments(map: YAMLMap): boolean {
  return map.items.some((item, index) => {
    const { key, value } = item as Entry;
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
    return comment !== '' || (isMap(value) && holdsComments(value));
  });
}

/** The comment directly above the key, without the introduction of the file. */
function lastParagraph(comment: string): string {
  const paragraph = comment.split('\n\n').at(-1) ?? '';
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

const asJson = (value: unknown) => JSON.stringify((value as { toJSON: () => unknown }).toJSON());

const longest = 60;

function shownDefault(value: string | undefined): string {
  if (value === undefined) return '';
  return value.length > longest ? 'see values.yaml' : `\`${value}\``;
}

/** The values as a Markdown table. Long defaults are only shown in `values.yaml`. */
export function valuesTable(text: string): string {
  const rows = readValues(text).map(({ path, default: value, description }) => {
    return `| \`${path}\` | ${shownDefault(value)} | ${description.replaceAll('|', '\\|')} |`;
  });
  return ['| Value | Default | Description |', '| --- | --- | --- |', ...rows].join('\n');
}
