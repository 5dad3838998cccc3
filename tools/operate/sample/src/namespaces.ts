const teamsByDepartment = {
  product: ['web', 'checkout', 'catalog', 'discovery', 'identity'],
  operations: ['orders', 'logistics', 'risk', 'platform'],
  data: ['data-platform', 'streaming', 'insights', 'ml-platform', 'personalization'],
  research: ['training', 'perception', 'nlp', 'robotics'],
} as const;

type Department = keyof typeof teamsByDepartment;
type Team = (typeof teamsByDepartment)[Department][number];

/** Owner of a resource, as in its labels. */
export interface Owner {
  team: Team;
  department: Department;
}

/** A team's namespace, and the subject of its workloads. */
export interface NamespaceSpec {
  /** Absent for a shared namespace. */
  owner?: Owner;
  subjects: readonly [string, ...string[]];
  /** Owners of single workloads that differ from the owner of the namespace. */
  otherOwners?: Readonly<Record<string, Owner>>;
}

export function ownerNamed(team: Team): Owner {
  const departments = Object.keys(teamsByDepartment) as Department[];
  const department = departments.find((name) =>
    (teamsByDepartment[name] as readonly Team[]).includes(team),
  );
  if (!department) throw new Error(`team ${team} has no department`);
  return { team, department };
}

const owned = (team: Team, subjects: readonly [string, ...string[]]): NamespaceSpec => ({
  owner: ownerNamed(team),
  subjects,
});

const namespaceSpecs: Record<string, NamespaceSpec> = {
  storefront: owned('web', ['home', 'product-page', 'navigation', 'content', 'session']),
  checkout: owned('checkout', ['cart', 'checkout', 'coupon', 'shipping', 'tax']),
  payments: {
    ...owned('checkout', ['payment', 'refund', 'invoice', 'fraud', 'ledger']),
    otherOwners: { fraud: ownerNamed('risk') },
  },
  catalog: owned('catalog', ['catalog', 'price', 'stock', 'media', 'supplier']),
  search: owned('discovery', ['search', 'suggest', 'ranking', 'index', 'synonym']),
  orders: owned('orders', ['order', 'return', 'warranty', 'export', 'audit']),
  customers: owned('identity', ['account', 'login', 'consent', 'profile', 'loyalty']),
  fulfilment: owned('logistics', ['picking', 'packing', 'carrier', 'label', 'slot']),
  notifications: owned('web', ['email', 'push', 'sms', 'template', 'digest']),
  ingestion: owned('data-platform', ['events', 'clicks', 'cdc', 'partner', 'schema']),
  warehouse: owned('data-platform', ['loader', 'compaction', 'query', 'lineage', 'access']),
  streaming: owned('streaming', ['session', 'enrich', 'window', 'join', 'alert']),
  reporting: owned('insights', ['dashboard', 'finance', 'sales', 'quality', 'share']),
  features: {
    ...owned('ml-platform', ['feature', 'offline', 'online', 'registry', 'drift']),
    otherOwners: { drift: ownerNamed('insights') },
  },
  recommendations: owned('personalization', ['similar', 'basket', 'trending', 'rerank', 'cold']),
  experiments: owned('insights', ['experiment', 'assignment', 'metric', 'power', 'flag']),
  forecasting: owned('logistics', ['demand', 'season', 'promo', 'safety', 'plan']),
  notebooks: owned('insights', ['hub', 'proxy', 'kernel', 'share', 'cull']),
  training: owned('training', ['trainer', 'tuner', 'evaluator', 'artifact', 'queue']),
  vision: owned('perception', ['detector', 'segmenter', 'label', 'render', 'dataset']),
  language: owned('nlp', ['tokenizer', 'embedder', 'summarizer', 'chat', 'corpus']),
  robotics: owned('robotics', ['simulator', 'planner', 'telemetry', 'replay', 'map']),
  'visual-search': owned('discovery', ['visual-search']),
  'gift-advisor': owned('personalization', ['gift-advisor']),
  'price-watch': owned('catalog', ['price-watch']),
  'returns-assistant': owned('orders', ['returns-assistant']),
  sandbox: {
    subjects: ['demo', 'prototype', 'poc', 'scratch', 'trial'],
    otherOwners: { prototype: ownerNamed('insights'), trial: ownerNamed('nlp') },
  },
};

/** The specification of a namespace; numbered copies such as `search-2` use that of the first one. */
export const namespaceSpec = (name: string): NamespaceSpec | undefined =>
  namespaceSpecs[name.replace(/-\d+$/, '')];

/** Roles of Deployments; with a subject they make names such as `cart-api`. */
export const roles = ['api', 'worker', 'gateway', 'consumer', 'sync'] as const;

/** Data stores of StatefulSets. */
export const stores = ['postgres', 'redis', 'kafka', 'elasticsearch'] as const;

/** Tasks of CronJobs. */
export const chores = ['report', 'cleanup', 'backup', 'rollup', 'reindex'] as const;
