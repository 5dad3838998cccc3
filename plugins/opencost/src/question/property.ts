import { invalidParameter } from './invalid-parameter.ts';

/** What allocations are aggregated and filtered by, and from which rows of the ledger it follows. */
export const ledgerProperties = {
  cluster: 'namespace',
  namespace: 'namespace',
  controllerKind: 'owner',
  controller: 'owner',
  controllerName: 'owner',
  deployment: 'owner',
  statefulset: 'owner',
  daemonset: 'owner',
  job: 'owner',
  label: 'owner',
  annotation: 'owner',
  services: 'owner',
  node: 'container',
  pod: 'container',
  container: 'container',
} as const;
export type PropertyName = keyof typeof ledgerProperties;

/** A property of an allocation: a key is that of a label or an annotation. */
export interface Property {
  readonly name: PropertyName;
  readonly key?: string;
}

/** Labels that OpenCost gives names of their own, as it does unless it is configured otherwise. */
export const labelAliases: Readonly<Record<string, string>> = {
  department: 'department',
  environment: 'env',
  owner: 'owner',
  product: 'app',
  team: 'team',
};

const aggregations: readonly PropertyName[] = [
  'cluster',
  'node',
  'namespace',
  'controllerKind',
  'controller',
  'pod',
  'container',
  'deployment',
  'statefulset',
  'daemonset',
  'job',
];

/** Each container by itself, as OpenCost answers without `aggregate`. */
const everyContainer: readonly Property[] = [
  { name: 'cluster' },
  { name: 'node' },
  { name: 'namespace' },
  { name: 'pod' },
  { name: 'container' },
];
const mostProperties = 10;

/** The properties of `aggregate`, comma-separated; each counts once. */
export function parseAggregate(text: string | undefined): readonly Property[] {
  if (text === undefined) return everyContainer;
  const parts = [...new Set(text.split(',').map((part) => part.trim()))];
  if (parts.length > mostProperties) {
    throw invalidParameter('aggregate', `must be at most ${mostProperties} properties`);
  }
  return parts.map(parseProperty);
}

function parseProperty(text: string): Property {
  const [, kind = '', key = ''] = /^(label|annotation):(.+)$/isu.exec(text) ?? [];
  if (kind !== '') return { name: kind.toLowerCase() as 'label' | 'annotation', key: key.trim() };
  const word = text.toLowerCase();
  if (word === 'service') return { name: 'services' };
  const alias = Object.hasOwn(labelAliases, word) ? labelAliases[word] : undefined;
  if (alias !== undefined) return { name: 'label', key: alias };
  const name = aggregations.find((known) => known.toLowerCase() === word);
  if (name !== undefined) return { name };
  const allowed = [...aggregations, 'service', ...Object.keys(labelAliases)].join(', ');
  throw invalidParameter(
    'aggregate',
    `unknown property '${text}'; must be of ${allowed}, label:NAME or annotation:NAME`,
  );
}
