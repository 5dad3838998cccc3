import { type RawBuilder, sql } from 'kysely';

/** The value of a label that may be null. */
export interface OptionalLabel {
  readonly mayBeNull: RawBuilder<unknown>;
}

/** Labels of a sample in the order in which they are written; one that is null is left out. */
export type Labels = Readonly<Record<string, RawBuilder<unknown> | OptionalLabel>>;

/**
 * A line of the exposition as PostgreSQL writes it, null where the value is: what is not known has no
 * sample. A `numeric` is written with all its digits and never as a power of ten.
 */
export const sampleLine = (
  name: string,
  labels: Labels,
  value: RawBuilder<unknown>,
): RawBuilder<string | null> => {
  const parts = Object.entries(labels).map(toLabel);
  return sql<string | null>`
    ${sql.lit(`${name}{`)} || ${sql.join(parts, sql` || `)} || '} '
      || trim_scale((${value})::numeric) || ${newline}`;
};

/** The first label is never null. `||` costs a third of what `concat` does. */
function toLabel([name, value]: [string, Labels[string]], index: number): RawBuilder<string> {
  const text = 'mayBeNull' in value ? value.mayBeNull : value;
  const label = sql<string>`${sql.lit(`${index === 0 ? '' : ','}${name}="`)} || ${escaped(text)} || '"'`;
  return 'mayBeNull' in value ? sql<string>`coalesce(${label}, '')` : label;
}

const newline = sql.lit('\n');

/** In a label, a backslash, a quote and the end of a line are written with a backslash before. */
const escaped = (value: RawBuilder<unknown>) =>
  sql`replace(replace(replace(${value}, '\\', '\\\\'), '"', '\\"'), ${newline}, '\\n')`;
