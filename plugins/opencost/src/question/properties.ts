import { type RawBuilder, sql } from 'kysely';
import { invalidParameter } from './parameters.ts';

const details = ['namespace', 'workload', 'container'] as const;
/** The coarsest source that has a property. */
export type Detail = (typeof details)[number];

const nameIfKind = (kind: string) => sql`case lower(owner.kind) when ${kind} then owner.name end`;
/** A namespace that owns cost itself has neither the kind nor the name of a controller. */
const kind = sql`lower(nullif(owner.kind, ''))`;

/** The SQL of each property, over `unit`, `cluster`, `owner` and `node`, and the source that it needs. */
const known: Readonly<Record<string, readonly [Detail, RawBuilder<unknown>]>> = {
  cluster: ['namespace', sql`cluster.name`],
  namespace: ['namespace', sql`owner.namespace`],
  controllerKind: ['workload', kind],
  controllerName: ['workload', sql`case when owner.kind <> '' then owner.name end`],
  controller: ['workload', sql`${kind} || ':' || owner.name`],
  deployment: ['workload', nameIfKind('deployment')],
  statefulset: ['workload', nameIfKind('statefulset')],
  daemonset: ['workload', nameIfKind('daemonset')],
  job: ['workload', nameIfKind('job')],
  // Services are unknown.
  service: ['workload', sql`null`],
  services: ['workload', sql`null`],
  node: ['container', sql`node.name`],
  pod: ['container', sql`unit.pod_name`],
  container: ['container', sql`unit.container_name`],
};
const names = Object.keys(known);

/** A property to aggregate or filter by; `key` is that of a label or an annotation. */
export interface Property {
  readonly name: string;
  readonly key?: string;
}

/** Individual containers: OpenCost's default without `aggregate`. */
const everyContainer = 'cluster,node,namespace,pod,container';
const maxProperties = 10;

/** Parses the comma-separated properties of `aggregate`, without duplicates; `all` is none. */
export function parseAggregate(text = everyContainer): readonly Property[] {
  if (text === 'all') return [];
  const parts = [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);
  if (parts.length <= maxProperties) return parts.map((part) => parseProperty('aggregate', part));
  throw invalidParameter('aggregate', `must be at most ${maxProperties} properties`);
}

/** Parses a property: its name in any case, or `label:KEY`. */
export function parseProperty(parameter: string, text: string): Property {
  const [, kindOfKey = '', key = ''] = /^(label|annotation):(.+)$/isu.exec(text) ?? [];
  if (key !== '') return { name: kindOfKey.toLowerCase(), key: key.trim() };
  const name = names.find((one) => one.toLowerCase() === text.toLowerCase());
  if (name !== undefined) return { name };
  const allowed = `${names.join(', ')}, or a key of a label or an annotation`;
  throw invalidParameter(parameter, `unknown property '${text}'; must be one of ${allowed}`);
}

/** The coarsest source that has all of these properties; labels belong to workloads. */
export function chooseDetail(used: readonly Property[]): Detail {
  const wanted = used.map(({ name }) => known[name]?.[0] ?? 'workload');
  return details.findLast((detail) => wanted.includes(detail)) ?? 'namespace';
}

/** What OpenCost shows where a property has no value. */
export const noValue = '__unallocated__';

/** The value of a property, or `noValue`. */
export const readProperty = ({ name, key }: Property): RawBuilder<string> =>
  sql<string>`coalesce(${
    key === undefined ? known[name]?.[1] : readLabel(sql.ref(`owner.${name}s`), key)
  }, ${noValue})`;

/** By key, or by its Prometheus spelling: `app_kubernetes_io_name` matches `app.kubernetes.io/name`. */
function readLabel(labels: RawBuilder<unknown>, key: string): RawBuilder<unknown> {
  const exact = sql`${labels} ->> ${key}::text`;
  if (!/^\w*_\w*$/.test(key)) return exact;
  return sql`coalesce(${exact}, (
    select min(label.value) from jsonb_each_text(${labels}) as label
    where regexp_replace(label.key, '\\W', '_', 'g') = ${key}))`;
}
