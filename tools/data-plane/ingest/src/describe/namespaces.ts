import { formatNanocores } from '@costplane/pricing';
import { parseQuantity, wholeUnits } from '../quantity.ts';
import { cpuQuotaKeys, memoryQuotaKeys } from '../quota-keys.ts';
import { type Snapshot } from '../snapshot-schema.ts';
import { uuidV5 } from '../uuid-v5.ts';
import { chosenAnnotations } from './annotations.ts';
import { byteText } from './byte-text.ts';
import { instant } from './instant.ts';

export interface NamespaceRow {
  id: string;
  name: string;
  uid_k8s: string | null;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  created_at_k8s: string | null;
  cpu_quota_cores: string | null;
  memory_quota_bytes: string | null;
}

export interface DescribedNamespaces {
  full: NamespaceRow[];
  /** Namespaces that are not listed, but referenced by their objects. */
  nameOnly: NamespaceRow[];
}

export function describeNamespaces(
  snapshot: Snapshot,
  clusterId: string,
  named: Iterable<string>,
): DescribedNamespaces {
  const findQuota = quotaFinder(snapshot);
  const row = (
    name: string,
    { uid, labels, annotations, creation_timestamp }: Partial<Snapshot['namespaces'][number]> = {},
  ): NamespaceRow => ({
    id: uuidV5(clusterId, name),
    name,
    uid_k8s: uuidOrNull(uid),
    labels: labels ?? {},
    annotations: chosenAnnotations(annotations),
    created_at_k8s: instant(creation_timestamp),
    ...findQuota(name),
  });
  const full = snapshot.namespaces.map((namespace) => row(namespace.name, namespace));
  const unlisted = new Set(named);
  for (const { name } of full) unlisted.delete(name);
  return { full, nameOnly: [...unlisted].map((name) => row(name)) };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function uuidOrNull(text: string | null | undefined): string | null {
  return typeof text === 'string' && uuid.test(text) ? text : null;
}

type Quota = Pick<NamespaceRow, 'cpu_quota_cores' | 'memory_quota_bytes'>;

/** The quota of a namespace is the smallest of its quotas. */
function quotaFinder({ resource_quotas }: Snapshot): (namespace: string) => Quota {
  const byNamespace = Map.groupBy(resource_quotas, ({ namespace }) => namespace);
  return (namespace) => {
    const quotas = byNamespace.get(namespace) ?? [];
    const smallest = (keys: readonly string[]) =>
      quotas
        .flatMap(({ hard }) => keys.map((key) => parseQuantity(hard?.[key] ?? '')))
        .filter((quantity) => quantity !== undefined)
        .reduce<bigint | null>(
          (least, each) => (least !== null && least < each ? least : each),
          null,
        );
    const cpu = smallest(cpuQuotaKeys);
    const memory = smallest(memoryQuotaKeys);
    return {
      cpu_quota_cores: cpu === null ? null : formatNanocores(cpu),
      memory_quota_bytes: memory === null ? null : byteText(wholeUnits(memory)),
    };
  };
}
