import { excerpt, join } from './describe-mismatch.ts';
import { parseQuantity } from './quantity.ts';
import { cpuQuotaKeys, memoryQuotaKeys } from './quota-keys.ts';
import { type Snapshot } from './snapshot-schema.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Checks what types cannot express: uniqueness, uids of owners, quantities in quotas. Returns one
 * line about the first invalid field, or undefined.
 */
export function findContradiction(snapshot: Snapshot): string | undefined {
  return (
    repeated(snapshot.nodes, 'nodes', 'name') ??
    repeated(snapshot.nodes, 'nodes', 'uid') ??
    repeated(snapshot.pods, 'pods', 'uid') ??
    repeated(snapshot.namespaces, 'namespaces', 'name') ??
    repeatedWorkload(snapshot) ??
    repeated(snapshot.pvs, 'pvs', 'name') ??
    inPods(snapshot) ??
    inQuotas(snapshot)
  );
}

/** Values with the first item that has them. */
type Seen = Map<string, { path: string; index: number }>;

function repeated<Key extends string, Item extends Record<Key, string>>(
  items: readonly Item[],
  path: string,
  key: Key,
  seen: Seen = new Map(),
  valueOf: (item: Item) => string = (item) => item[key],
): string | undefined {
  for (const [index, item] of items.entries()) {
    const value = valueOf(item);
    const first = seen.get(value);
    if (first) {
      const [here, other] = [{ path, index }, first].map(
        (place) => `${place.path}[${place.index}].${key}`,
      );
      return `${here} must be unique (${excerpt(value)} is also ${other})`;
    }
    seen.set(value, { path, index });
  }
  return undefined;
}

function repeatedWorkload(snapshot: Snapshot): string | undefined {
  const uids: Seen = new Map();
  for (const kind of ['deployments', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs'] as const) {
    const items: readonly Record<'uid' | 'namespace' | 'name', string>[] = snapshot[kind];
    const found =
      repeated(items, kind, 'uid', uids) ??
      repeated(items, kind, 'name', new Map(), ({ namespace, name }) => `${namespace}/${name}`);
    if (found) return found;
  }
  return undefined;
}

function inPods({ pods }: Snapshot): string | undefined {
  for (const [index, pod] of pods.entries()) {
    if (pod.owner_kind !== 'Node' && pod.owner_uid !== '' && !uuid.test(pod.owner_uid)) {
      return `pods[${index}].owner_uid must be a UUID in lower case or "" (got ${excerpt(pod.owner_uid)})`;
    }
    const containers = pod.containers ?? [];
    if (containers.length < 2) continue;
    const found = repeated(containers, `pods[${index}].containers`, 'name');
    if (found) return found;
  }
  return undefined;
}

function inQuotas({ resource_quotas }: Snapshot): string | undefined {
  for (const [index, { hard }] of resource_quotas.entries()) {
    for (const key of [...cpuQuotaKeys, ...memoryQuotaKeys]) {
      const text = hard?.[key];
      if (text === undefined || (parseQuantity(text) ?? -1n) >= 0n) continue;
      const path = join(`resource_quotas[${index}].hard`, key);
      return `${path} must be a Kubernetes quantity of at least 0 (got ${excerpt(text)})`;
    }
  }
  return undefined;
}
