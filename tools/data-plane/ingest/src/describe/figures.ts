import { coresToNanocores, formatNanocores } from '@costplane/pricing';
import { type SnapshotContainer, type SnapshotPod } from '../snapshot-schema.ts';
import { byteText, exactBytes } from './byte-text.ts';

/** Exact figures of a container or pod: nanocores, bytes, GPUs. A limit of 0 is not set. */
export interface Figures {
  requested: { cpu: bigint; ram: bigint; gpu: bigint };
  limit: { cpu: bigint; ram: bigint };
  /** Null if not measured. */
  used: { cpu: bigint | null; ram: bigint | null };
}

export function toFigures(
  pod: SnapshotPod,
  container: SnapshotContainer,
  isMeasured: boolean,
): Figures {
  return {
    requested: {
      cpu: coresToNanocores(container.cpu_request_cores),
      ram: exactBytes(container.memory_request_bytes),
      gpu: BigInt(container.gpu_request ?? 0),
    },
    limit: {
      cpu: coresToNanocores(container.cpu_limit_cores ?? 0),
      ram: exactBytes(container.memory_limit_bytes ?? 0),
    },
    used: isMeasured ? readUsage(pod, container) : { cpu: null, ram: null },
  };
}

/** Agents repeat the last usage of terminated containers, so only running ones count. */
function readUsage(pod: SnapshotPod, container: SnapshotContainer): Figures['used'] {
  const runs = pod.phase === 'Running' && container.state === 'running';
  const { cpu_usage_cores: cores, memory_usage_bytes: bytes } = container;
  return {
    cpu: runs && cores !== undefined ? coresToNanocores(cores) : null,
    ram: runs && bytes !== undefined ? exactBytes(bytes) : null,
  };
}

/** Usage is the sum of the measured values; null if nothing was measured. */
export function sumFigures(all: readonly Figures[]): Figures {
  const total = (pick: (figures: Figures) => bigint) =>
    all.reduce((sum, figures) => sum + pick(figures), 0n);
  const known = (pick: (figures: Figures) => bigint | null) =>
    all.every((figures) => pick(figures) === null) ? null : total((figures) => pick(figures) ?? 0n);
  return {
    requested: {
      cpu: total(({ requested }) => requested.cpu),
      ram: total(({ requested }) => requested.ram),
      gpu: total(({ requested }) => requested.gpu),
    },
    limit: { cpu: total(({ limit }) => limit.cpu), ram: total(({ limit }) => limit.ram) },
    used: { cpu: known(({ used }) => used.cpu), ram: known(({ used }) => used.ram) },
  };
}

export interface RequestColumns {
  cpu_requested_cores: string;
  cpu_limit_cores: string;
  memory_requested_bytes: string;
  memory_limit_bytes: string;
  gpu_requested: string;
}

export interface FigureColumns extends RequestColumns {
  cpu_used_cores: string | null;
  memory_used_bytes: string | null;
}

/** Maximum of the column: more than any container can request. */
const maxGpus = 2n ** 31n - 1n;

export function figureColumns(figures: Figures): FigureColumns {
  const { used } = figures;
  return {
    ...requestColumns(figures),
    cpu_used_cores: used.cpu === null ? null : formatNanocores(used.cpu),
    memory_used_bytes: used.ram === null ? null : byteText(used.ram),
  };
}

export function requestColumns({
  requested,
  limit,
}: Pick<Figures, 'requested' | 'limit'>): RequestColumns {
  return {
    cpu_requested_cores: formatNanocores(requested.cpu),
    cpu_limit_cores: formatNanocores(limit.cpu),
    memory_requested_bytes: byteText(requested.ram),
    memory_limit_bytes: byteText(limit.ram),
    gpu_requested: String(requested.gpu < maxGpus ? requested.gpu : maxGpus),
  };
}
