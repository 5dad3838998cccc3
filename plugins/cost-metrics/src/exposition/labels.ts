import { type RawBuilder, sql } from 'kysely';

/** The value of a label that may be null. */
export interface OptionalLabel {
  readonly mayBeNull: RawBuilder<unknown>;
}

/** Labels of a sample in the order in which they are written; one that is null is left out. */
export type Labels = Readonly<Record<string, RawBuilder<unknown> | OptionalLabel>>;

/** Labels as PostgreSQL writes them, each with a comma before it; only a first one that is never null has none. */
export const writeLabels = (labels: Labels, isFirst: boolean): RawBuilder<string> =>
  sql.join(
    [
      sql.lit(''),
      ...Object.entries(labels).map(([name, value], index) =>
        writeLabel(isFirst && index === 0 ? name : `,${name}`, value),
      ),
    ],
    sql` || `,
  );

/** `||` costs a third of what `concat` does. */
function writeLabel(name: string, value: Labels[string]): RawBuilder<string> {
  const text = 'mayBeNull' in value ? value.mayBeNull : value;
  const label = sql<string>`${sql.lit(`${name}="`)} || ${escapeText(text)} || '"'`;
  return 'mayBeNull' in value ? sql<string>`coalesce(${label}, '')` : label;
}

/** In a label, a backslash, a quote and the end of a line are written with a backslash before. */
const escapeText = (value: RawBuilder<unknown>) =>
  sql`replace(replace(replace(${value}, '\\', '\\\\'), '"', '\\"'), ${sql.lit('\n')}, '\\n')`;
