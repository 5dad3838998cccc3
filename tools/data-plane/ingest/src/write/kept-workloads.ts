import { sql, type RawBuilder } from 'kysely';
import { listedKinds, type ListedKind } from '../describe/listed-workloads.ts';
import { type Kind } from '../frozen-kinds.ts';

const collectors: Record<ListedKind, Kind> = {
  Deployment: 'deployments',
  StatefulSet: 'statefulsets',
  DaemonSet: 'daemonsets',
  Job: 'jobs',
  CronJob: 'cronjobs',
};

/** Which workloads are still there although the snapshot lacks them, in terms of `kind`. */
export function areKept(frozen: ReadonlySet<Kind>): RawBuilder<boolean> {
  const keptKinds = listedKinds.filter((kind) => frozen.has(collectors[kind]));
  // A workload of any other kind is known by its pods alone.
  return sql`(kind = any (${keptKinds}::text[])
    or (kind <> all (${[...listedKinds]}::text[]) and ${frozen.has('pods')}::boolean))`;
}
