import { type CompiledQuery } from 'kysely';
import { type ListQuery } from './list-definition.ts';
import { type AnyList, countLists, isShort, selectPage } from './list-queries.ts';

/** A compiled statement; each parameter is a constant or taken from the request. */
interface PageStatement {
  readonly compiled: CompiledQuery;
  readonly parameters: readonly ((query: ListQuery) => unknown)[];
}

/** Most compiled statements of one list; clients may combine its filters in more ways. */
const maxStatements = 100;

/** Reads pages with compiled statements: building one takes longer than everything but reading the rows. */
export function preparePages(list: AnyList): (query: ListQuery) => Promise<readonly unknown[]> {
  const statements = new Map<string, PageStatement>();
  return async (query) => {
    const shape = describeShape(list, query);
    const known = shape === undefined ? undefined : statements.get(shape);
    if (shape === undefined || (!known && statements.size >= maxStatements)) {
      return selectPage(list, query).execute();
    }
    const statement = known ?? compileStatement(list, query);
    statements.set(shape, statement);
    const parameters = statement.parameters.map((read) => read(query));
    const { rows } = await query.db.executeQuery({ ...statement.compiled, parameters });
    return rows;
  };
}

/** Requests with the same set of filters share a statement; `undefined` if a filter's SQL depends on its value. */
function describeShape(list: AnyList, { values, page }: ListQuery): string | undefined {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const sources = [list, ...Object.values(list.mergeBy ?? {})];
  const isOwn = given.some(([name]) =>
    sources.some(({ filters }) => typeof filters?.[name] === 'function'),
  );
  if (isOwn) return undefined;
  const kinds = given.map(([name, value]) => {
    const isMerged = list.mergeBy !== undefined && name in list.mergeBy && isShort(value);
    return `${name} ${describeKind(value)} ${isMerged ? countLists(value) : ''}`;
  });
  const isWalk = page.walk?.snapshot === undefined ? 'first' : 'walk';
  return [...kinds, page.after?.length ?? 0, isWalk].join(',');
}

const describeKind = (value: unknown) =>
  Array.isArray(value) ? (isShort(value) ? 'short' : 'long') : 'one';

/** Compiles the statement with placeholders instead of the values of the request. */
function compileStatement(list: AnyList, query: ListQuery): PageStatement {
  const readers = new Map<unknown, (query: ListQuery) => unknown>();
  const standIn = <T>(value: T, read: (query: ListQuery) => unknown): T => {
    readers.set(value, read);
    return value;
  };
  const standInForEach = (name: string, value: unknown): object => {
    if (!isShort(value)) return Array.isArray(value) ? value.slice() : {};
    return Array.from({ length: countLists(value) }, (_, index) =>
      standIn({}, ({ values: all }) => (all[name] as readonly unknown[])[index] ?? null),
    );
  };
  const organizationId = standIn(crypto.randomUUID() as string, (one) => one.organizationId);
  const values = Object.entries(query.values).map(([name, value]) => [
    name,
    value === undefined
      ? undefined
      : standIn(standInForEach(name, value), ({ values: all }) => all[name]),
  ]);
  const after = query.page.after?.map((_, index) =>
    standIn({} as string, ({ page }) => page.after?.[index]),
  );
  const limit = -0.123_456_789;
  standIn(limit + 1, ({ page }) => page.limit + 1);
  const snapshot = standIn({} as string, ({ page }) => page.walk?.snapshot);
  const walk = query.page.walk?.snapshot === undefined ? {} : { walk: { snapshot } };
  const page = { ...query.page, limit, ...(after ? { after } : {}), ...walk };
  const pattern = { ...query, organizationId, values: Object.fromEntries(values) as object, page };
  const compiled = selectPage(list, pattern as ListQuery).compile();
  const parameters = compiled.parameters.map(
    (parameter) => readers.get(parameter) ?? (() => parameter),
  );
  return { compiled, parameters };
}
