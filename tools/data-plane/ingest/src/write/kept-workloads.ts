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

/** SQL condition on `kind` for workloads that still exist although the snapshot lacks them. */
export function areKept(frozen: ReadonlySet<Kind>): RawBuilder<boolean> {
  const keptKinds = listedKinds.filter((kind) => frozen.has(collectors[kind]));
  // Workloads of other kinds are only known from their pods.
  return sql`(kind = any (${keptKinds}::text[])
    or (kind <> all (${[...listedKinds]}::text[]) and ${frozen.has('pods')}::boolean))`;
}
