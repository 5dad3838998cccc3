import { type RawBuilder, sql } from 'kysely';
import { type Filter } from '../question/filter.ts';
import { type Property } from '../question/property.ts';
import { type SourceName } from './facts.ts';

/** What OpenCost calls the allocations that have none of a property. */
export const unallocated = '__unallocated__';

/** A property of the units of a source, which are named `unit`, `cluster`, `owner` and `node`. */
export const propertyColumn = (property: Property, source: SourceName): RawBuilder<string> =>
  sql<string>`coalesce(${nullableColumn(property, source)}, ${unallocated})`;

/** A namespace that is an owner itself has neither the name nor the kind of a controller. */
function nullableColumn({ name, key = '' }: Property, source: SourceName): RawBuilder<unknown> {
  switch (name) {
    case 'cluster':
      return sql`cluster.name`;
    case 'namespace':
      return source === 'namespace' ? sql`unit.namespace` : sql`owner.namespace`;
    case 'controllerKind':
      return sql`nullif(lower(owner.kind), '')`;
    case 'controllerName':
      return sql`case when owner.kind <> '' then owner.name end`;
    case 'controller':
      return sql`case when owner.kind <> '' then lower(owner.kind) || ':' || owner.name end`;
    case 'deployment':
    case 'statefulset':
    case 'daemonset':
    case 'job':
      return sql`case when lower(owner.kind) = ${name} then owner.name end`;
    case 'label':
      return labelColumn(sql`owner.labels`, key);
    case 'annotation':
      return labelColumn(sql`owner.annotations`, key);
    case 'services':
      return sql`null`;
    case 'node':
      return source === 'node' ? sql`unit.name` : sql`node.name`;
    case 'pod':
      return sql`unit.pod_name`;
    case 'container':
      return sql`unit.container_name`;
  }
}

/** By its key, or as Prometheus spells it: `app_kubernetes_io_name` is `app.kubernetes.io/name`, too. */
function labelColumn(labels: RawBuilder<unknown>, key: string): RawBuilder<unknown> {
  const exact = sql`${labels} ->> ${key}::text`;
  if (!/^\w+$/.test(key) || !key.includes('_')) return exact;
  return sql`coalesce(${exact}, (
    select min(label.value) from jsonb_each_text(${labels}) as label
    where regexp_replace(label.key, '\\W', '_', 'g') = ${key}))`;
}

/** Whether a unit is what a filter says. Kinds of controllers are compared in lower case. */
export function matches(filter: Filter, source: SourceName): RawBuilder<boolean> {
  if ('operands' in filter) {
    const operands = filter.operands.map((operand) => matches(operand, source));
    return sql<boolean>`(${sql.join(operands, filter.operator === 'and' ? sql` and ` : sql` or `)})`;
  }
  const { operator, property, isNegated } = filter;
  const column = propertyColumn(property, source);
  const values =
    property.name === 'controllerKind'
      ? filter.values.map((value) => value.toLowerCase())
      : filter.values;
  const conditions = {
    equals: sql`own.value = given.value`,
    contains: sql`strpos(own.value, given.value) > 0`,
    startsWith: sql`starts_with(own.value, given.value)`,
    endsWith: sql`right(own.value, length(given.value)) = given.value`,
  };
  return sql<boolean>`${isNegated ? sql`not` : sql``} exists (
    select from (select ${column} as value) as own, unnest(${values}::text[]) as given (value)
    where ${conditions[operator]})`;
}
