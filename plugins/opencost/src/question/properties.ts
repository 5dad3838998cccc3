import { type RawBuilder, sql } from 'kysely';
import { invalidParameter } from './parameters.ts';

const details = ['namespace', 'workload', 'container'] as const;
/** The coarsest rows that have a property. */
export type Detail = (typeof details)[number];

const ofKind = (kind: string) => sql`case lower(owner.kind) when ${kind} then owner.name end`;
/** A namespace that is an owner itself has neither the kind nor the name of a controller. */
const kind = sql`lower(nullif(owner.kind, ''))`;

/** How each property is read of `unit`, `cluster`, `owner` and `node`, and of which detail it is. */
const known: Readonly<Record<string, readonly [Detail, RawBuilder<unknown>]>> = {
  cluster: ['namespace', sql`cluster.name`],
  namespace: ['namespace', sql`owner.namespace`],
  controllerKind: ['workload', kind],
  controllerName: ['workload', sql`case when owner.kind <> '' then owner.name end`],
  controller: ['workload', sql`${kind} || ':' || owner.name`],
  deployment: ['workload', ofKind('deployment')],
  statefulset: ['workload', ofKind('statefulset')],
  daemonset: ['workload', ofKind('daemonset')],
  job: ['workload', ofKind('job')],
  // Services are not known.
  service: ['workload', sql`null`],
  services: ['workload', sql`null`],
  node: ['container', sql`node.name`],
  pod: ['container', sql`unit.pod_name`],
  container: ['container', sql`unit.container_name`],
};
const names = Object.keys(known);

/** What allocations are aggregated and filtered by; a key is that of a label or an annotation. */
export interface Property {
  readonly name: string;
  readonly key?: string;
}

/** Each container by itself, as OpenCost answers without `aggregate`. */
const everyContainer = 'cluster,node,namespace,pod,container';
const mostProperties = 10;

/** The properties of `aggregate`, comma-separated; each counts once. */
export function parseAggregate(text = everyContainer): readonly Property[] {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))];
  if (parts.length <= mostProperties) return parts.map((part) => parseProperty('aggregate', part));
  throw invalidParameter('aggregate', `must be at most ${mostProperties} properties`);
}

/** A property by its name in any case, or `label:KEY`, in the value of a parameter. */
export function parseProperty(parameter: string, text: string): Property {
  const [, kindOfKey = '', key = ''] = /^(label|annotation):(.+)$/isu.exec(text) ?? [];
  if (key !== '') return { name: kindOfKey.toLowerCase(), key: key.trim() };
  const name = names.find((one) => one.toLowerCase() === text.toLowerCase());
  if (name !== undefined) return { name };
  const allowed = `${names.join(', ')}, or a key of a label or an annotation`;
  throw invalidParameter(parameter, `unknown property '${text}'; must be one of ${allowed}`);
}

/** The coarsest rows that have all of some properties; labels are of workloads. */
export function chooseDetail(used: readonly Property[]): Detail {
  const wanted = used.map(({ name }) => known[name]?.[0] ?? 'workload');
  return details.findLast((detail) => wanted.includes(detail)) ?? 'namespace';
}

/** The value of a property; what has none is named as by OpenCost. */
export const readProperty = ({ name, key }: Property): RawBuilder<string> =>
  sql<string>`coalesce(${
    key === undefined ? known[name]?.[1] : readLabel(sql.ref(`owner.${name}s`), key)
  }, '__unallocated__')`;

/** By its key, or as Prometheus spells it: `app_kubernetes_io_name` is `app.kubernetes.io/name`, too. */
function readLabel(labels: RawBuilder<unknown>, key: string): RawBuilder<unknown> {
  const exact = sql`${labels} ->> ${key}::text`;
  if (!/^\w*_\w*$/.test(key)) return exact;
  return sql`coalesce(${exact}, (
    select min(label.value) from jsonb_each_text(${labels}) as label
    where regexp_replace(label.key, '\\W', '_', 'g') = ${key}))`;
}
