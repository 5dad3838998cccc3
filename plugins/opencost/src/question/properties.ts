import { type RawBuilder, sql } from 'kysely';
import { invalidParameter } from './invalid-parameter.ts';

/** Which rows of the ledger tell allocations apart: the fewest that do. */
export type Detail = 'namespace' | 'owner' | 'container';

/** How a property is read; a namespace that is an owner itself has neither the name nor the kind of a controller. */
const ofOwner = (value: RawBuilder<unknown>, when = sql`owner.kind <> ''`) =>
  ({ detail: 'owner', value: sql`case when ${when} then ${value} end` }) as const;
const ofKind = (kind: string) => ofOwner(sql`owner.name`, sql`lower(owner.kind) = ${kind}`);

const properties = {
  cluster: { detail: 'namespace', value: sql`cluster.name` },
  namespace: { detail: 'namespace', value: sql`owner.namespace` },
  controllerKind: ofOwner(sql`lower(owner.kind)`),
  controllerName: ofOwner(sql`owner.name`),
  controller: ofOwner(sql`lower(owner.kind) || ':' || owner.name`),
  deployment: ofKind('deployment'),
  statefulset: ofKind('statefulset'),
  daemonset: ofKind('daemonset'),
  job: ofKind('job'),
  /** Services are not known. */
  service: ofOwner(sql`null`),
  node: { detail: 'container', value: sql`node.name` },
  pod: { detail: 'container', value: sql`unit.pod_name` },
  container: { detail: 'container', value: sql`unit.container_name` },
} as const satisfies Readonly<
  Record<string, { readonly detail: Detail; readonly value: RawBuilder<unknown> }>
>;
const names = Object.keys(properties) as (keyof typeof properties)[];

/** What allocations are aggregated and filtered by; a key is that of a label or an annotation. */
export type Property =
  | { readonly name: keyof typeof properties }
  | { readonly name: 'label' | 'annotation'; readonly key: string };

/** Each container by itself, as OpenCost answers without `aggregate`. */
const everyContainer = 'cluster,node,namespace,pod,container';
const mostProperties = 10;

/** The properties of `aggregate`, comma-separated; each counts once. */
export function parseAggregate(text = everyContainer): readonly Property[] {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))];
  if (parts.length <= mostProperties) return parts.map(parseProperty);
  throw invalidParameter('aggregate', `must be at most ${mostProperties} properties`);
}

function parseProperty(text: string): Property {
  const [, kind = '', key = ''] = /^(label|annotation):(.+)$/isu.exec(text) ?? [];
  if (key !== '') return { name: kind.toLowerCase() as 'label' | 'annotation', key: key.trim() };
  const name = names.find((known) => known.toLowerCase() === text.toLowerCase());
  if (name !== undefined) return { name };
  throw invalidParameter(
    'aggregate',
    `unknown property '${text}'; must be of ${names.join(', ')}, label:NAME or annotation:NAME`,
  );
}

/** A property by its name in filters. */
export function findProperty(word: string): Property | undefined {
  const name = names.find((known) => known === (word === 'services' ? 'service' : word));
  return name === undefined ? undefined : { name };
}

export function chooseDetail(used: readonly Property[]): Detail {
  const details = used.map((one) => ('key' in one ? 'owner' : properties[one.name].detail));
  return (['container', 'owner'] as const).find((one) => details.includes(one)) ?? 'namespace';
}

/** The value of a property of `unit`, `cluster`, `owner` and `node`; what has none is named as by OpenCost. */
export const readProperty = (property: Property): RawBuilder<string> =>
  sql<string>`coalesce(${
    'key' in property ? readLabel(property) : properties[property.name].value
  }, '__unallocated__')`;

/** By its key, or as Prometheus spells it: `app_kubernetes_io_name` is `app.kubernetes.io/name`, too. */
function readLabel({ name, key }: Property & { readonly key: string }): RawBuilder<unknown> {
  const labels = sql.ref(`owner.${name}s`);
  const exact = sql`${labels} ->> ${key}::text`;
  if (!/^\w*_\w*$/.test(key)) return exact;
  return sql`coalesce(${exact}, (
    select min(label.value) from jsonb_each_text(${labels}) as label
    where regexp_replace(label.key, '\\W', '_', 'g') = ${key}))`;
}
