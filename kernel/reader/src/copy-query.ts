import { createQueryId, type OperationNodeSource, PostgresQueryCompiler } from 'kysely';
import { type CopyOptions } from '@costplane/plugin-api';

/** A COPY statement, and the session settings that hold its values. */
export interface CopyStatement {
  readonly text: string;
  readonly settings: readonly { readonly name: string; readonly value: string }[];
}

/**
 * `COPY` takes no parameters, so values are passed as session settings, which the query reads: values never
 * become part of the text. Settings are text, so the query must cast them.
 */
export function toCopyStatement(query: OperationNodeSource, options: CopyOptions): CopyStatement {
  const { sql, parameters } = new CopyCompiler().compileQuery(
    query.toOperationNode() as never,
    createQueryId(),
  );
  return {
    text: `copy (${sql}) to stdout with (format csv${copyOptions(options)})`,
    settings: parameters.map((value, index) => ({
      name: settingName(index + 1),
      value: toText(value),
    })),
  };
}

class CopyCompiler extends PostgresQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `current_setting('${settingName(this.numParameters)}')`;
  }
}

const settingName = (number: number) => `costplane.parameter_${number}`;

const copyOptions = ({ header, ...texts }: CopyOptions): string =>
  Object.entries(texts)
    .map(([name, text]: [string, string]) => `, ${name} '${text.replaceAll("'", "''")}'`)
    .concat(header ? ', header true' : '')
    .join('');

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `{${value.map((item) => quoted(toText(item))).join(',')}}`;
  throw new TypeError(`a copied query cannot have a value of type ${typeof value}`);
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
