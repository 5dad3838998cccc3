import { type RawBuilder, sql } from 'kysely';
import { invalidParameter } from './invalid-parameter.ts';

const ofKind = (kind: string) => sql`case lower(owner.kind) when ${kind} then owner.name end`;
/** A namespace that is an owner itself has neither the kind nor the name of a controller. */
const kind = sql`lower(nullif(owner.kind, ''))`;

/** How properties are read of `unit`, `cluster`, `owner` and `node`, by the coarsest rows that have them. */
const properties = {
  namespace: { cluster: sql`cluster.name`, namespace: sql`owner.namespace` },
  workload: {
    controllerKind: kind,
    controllerName: sql`case when owner.kind <> '' then owner.name end`,
    controller: sql`${kind} || ':' || owner.name`,
    deployment: ofKind('deployment'),
    statefulset: ofKind('statefulset'),
    daemonset: ofKind('daemonset'),
    job: ofKind('job'),
    // Services are not known.
    service: sql`null`,
    services: sql`null`,
  },
  container: {
    node: sql`node.name`,
    pod: sql`unit.pod_name`,
    container: sql`unit.container_name`,
  },
};
export type Detail = keyof typeof properties;

const readers: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...properties.namespace,
  ...properties.workload,
  ...properties.container,
};
const names = Object.keys(readers);

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
  const name = names.find((known) => known.toLowerCase() === text.toLowerCase());
  if (name !== undefined) return { name };
  const known = `${names.join(', ')}, or a key of a label or an annotation`;
  throw invalidParameter(parameter, `unknown property '${text}'; must be one of ${known}`);
}

/** The coarsest rows that have all of some properties. */
export function chooseDetail(used: readonly Property[]): Detail {
  if (used.some(({ name }) => name in properties.container)) return 'container';
  return used.every(({ name }) => name in properties.namespace) ? 'namespace' : 'workload';
}

/** The value of a property; what has none is named as by OpenCost. */
export const readProperty = ({ name, key }: Property): RawBuilder<string> =>
  sql<string>`coalesce(${
    key === undefined ? readers[name] : readLabel(sql.ref(`owner.${name}s`), key)
  }, '__unallocated__')`;

/** By its key, or as Prometheus spells it: `app_kubernetes_io_name` is `app.kubernetes.io/name`, too. */
function readLabel(labels: RawBuilder<unknown>, key: string): RawBuilder<unknown> {
  const exact = sql`${labels} ->> ${key}::text`;
  if (!/^\w*_\w*$/.test(key)) return exact;
  return sql`coalesce(${exact}, (
    select min(label.value) from jsonb_each_text(${labels}) as label
    where regexp_replace(label.key, '\\W', '_', 'g') = ${key}))`;
}
