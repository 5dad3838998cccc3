/** Who owns a namespace, and what its workloads are about. */
export interface NamespaceSpec {
  team: string;
  department: string;
  subjects: readonly [string, ...string[]];
}

const owned = (
  department: string,
  team: string,
  subjects: readonly [string, ...string[]],
): NamespaceSpec => ({ team, department, subjects });

export const namespaceSpecs: Record<string, NamespaceSpec> = {
  storefront: owned('product', 'web', ['home', 'product-page', 'navigation', 'content', 'session']),
  checkout: owned('product', 'checkout', ['cart', 'checkout', 'coupon', 'shipping', 'tax']),
  payments: owned('product', 'checkout', ['payment', 'refund', 'invoice', 'fraud', 'ledger']),
  catalog: owned('product', 'catalog', ['catalog', 'price', 'stock', 'media', 'supplier']),
  search: owned('product', 'discovery', ['search', 'suggest', 'ranking', 'index', 'synonym']),
  orders: owned('operations', 'orders', ['order', 'return', 'warranty', 'export', 'audit']),
  customers: owned('product', 'identity', ['account', 'login', 'consent', 'profile', 'loyalty']),
  fulfilment: owned('operations', 'logistics', ['picking', 'packing', 'carrier', 'label', 'slot']),
  notifications: owned('product', 'web', ['email', 'push', 'sms', 'template', 'digest']),
  ingestion: owned('data', 'data-platform', ['events', 'clicks', 'cdc', 'partner', 'schema']),
  warehouse: owned('data', 'data-platform', ['loader', 'compaction', 'query', 'lineage', 'access']),
  streaming: owned('data', 'streaming', ['session', 'enrich', 'window', 'join', 'alert']),
  reporting: owned('data', 'insights', ['dashboard', 'finance', 'sales', 'quality', 'share']),
  features: owned('data', 'ml-platform', ['feature', 'offline', 'online', 'registry', 'drift']),
  recommendations: owned('data', 'discovery', ['similar', 'basket', 'trending', 'rerank', 'cold']),
  experiments: owned('data', 'insights', ['experiment', 'assignment', 'metric', 'power', 'flag']),
  forecasting: owned('operations', 'logistics', ['demand', 'season', 'promo', 'safety', 'plan']),
  notebooks: owned('data', 'insights', ['hub', 'proxy', 'kernel', 'share', 'cull']),
  training: owned('research', 'ml-platform', [
    'trainer',
    'tuner',
    'evaluator',
    'artifact',
    'queue',
  ]),
  vision: owned('research', 'perception', ['detector', 'segmenter', 'label', 'render', 'dataset']),
  language: owned('research', 'nlp', ['tokenizer', 'embedder', 'summarizer', 'chat', 'corpus']),
  robotics: owned('research', 'robotics', ['simulator', 'planner', 'telemetry', 'replay', 'map']),
  sandbox: owned('research', 'shared', ['demo', 'prototype', 'poc', 'scratch', 'trial']),
};

/** What a Deployment does; with a subject it makes a name such as `cart-api`. */
export const roles = ['api', 'worker', 'gateway', 'consumer', 'sync'] as const;

/** What a StatefulSet keeps. */
export const stores = ['postgres', 'redis', 'kafka', 'elasticsearch'] as const;

/** What a CronJob does. */
export const chores = ['report', 'cleanup', 'backup', 'rollup', 'reindex'] as const;
