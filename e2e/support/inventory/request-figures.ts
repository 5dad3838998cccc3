import { decimal, exact, type Exact, toPercent, sum, toNumber } from './exact.ts';
import { type SnapshotContainer, type SnapshotPod } from './snapshot.ts';

/** Sums over the containers of pods; `used` is undefined where nothing was measured. */
export interface RequestFigures {
  readonly cores: { readonly requested: Exact; readonly used: Exact | undefined };
  readonly bytes: { readonly requested: Exact; readonly used: Exact | undefined };
}

export const holdsRoom = ({ phase }: SnapshotPod) => phase === 'Running' || phase === 'Pending';

/** Of a pod, whatever its phase. */
export function toFigures({ containers, phase }: SnapshotPod): RequestFigures {
  // Agents repeat the last usage of what has ended.
  const running = phase === 'Running' ? containers.filter(({ state }) => state === 'running') : [];
  return {
    cores: {
      requested: sum(containers.map(({ cpu_request_cores }) => decimal(cpu_request_cores))),
      used: known(running.map(({ cpu_usage_cores }) => measured(cpu_usage_cores, decimal))),
    },
    bytes: {
      requested: sum(containers.map(({ memory_request_bytes }) => exact(memory_request_bytes))),
      used: known(running.map(({ memory_usage_bytes }) => measured(memory_usage_bytes, exact))),
    },
  };
}

/** Of what owns pods: requests of those that hold or wait for room, use of all (decision 21). */
export function sumOfFigures(pods: readonly SnapshotPod[]): RequestFigures {
  const all = pods.map(toFigures);
  const room = pods.filter(holdsRoom).map(toFigures);
  return {
    cores: {
      requested: sum(room.map(({ cores }) => cores.requested)),
      used: known(all.map(({ cores }) => cores.used)),
    },
    bytes: {
      requested: sum(room.map(({ bytes }) => bytes.requested)),
      used: known(all.map(({ bytes }) => bytes.used)),
    },
  };
}

const measured = (value: number | undefined, make: (value: number) => Exact) =>
  value === undefined ? undefined : make(value);

/** The sum of what is known, and unknown where nothing is. */
function known(values: readonly (Exact | undefined)[]): Exact | undefined {
  const terms = values.filter((value) => value !== undefined);
  return terms.length === 0 ? undefined : sum(terms);
}

/** `utilization.cpu` and `utilization.memory`: use in percent of requests. */
export const utilizationOfRequests = ({ cores, bytes }: RequestFigures) => ({
  cpu: {
    requested_cores: toNumber(cores.requested),
    ...(cores.used && {
      used_cores: toNumber(cores.used),
      utilization_percent: toPercent(cores.used, cores.requested),
    }),
  },
  memory: {
    requested_bytes: toNumber(bytes.requested),
    ...(bytes.used && {
      used_bytes: toNumber(bytes.used),
      utilization_percent: toPercent(bytes.used, bytes.requested),
    }),
  },
});

/** `capacity` of a workload or pod: the limits of its containers. */
export function sumLimits(pods: readonly SnapshotPod[]) {
  const containers = pods.flatMap((pod) => pod.containers);
  const of = (pick: (container: SnapshotContainer) => Exact) => toNumber(sum(containers.map(pick)));
  return {
    cpu: { limit_cores: of(({ cpu_limit_cores }) => decimal(cpu_limit_cores)) },
    memory: { limit_bytes: of(({ memory_limit_bytes }) => exact(memory_limit_bytes)) },
  };
}
