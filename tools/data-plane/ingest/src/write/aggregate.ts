import { sql, type RawBuilder } from 'kysely';
import { maxListedValues } from '../cut-long-values.ts';
import { type ClusterFacts } from '../describe/cluster.ts';
import { type ComparedRows, type ComparedState } from './compare-facts.ts';
import { measuredRows, seenAndMeasured } from './refresh-figures.ts';
import { inCluster, sameCluster, type Scope } from './scope.ts';

// Sums are computed in the database over the current rows, not over the snapshot, so that they
// include kinds that the snapshot cannot see.

const holdsRoom = sql`pod.phase in ('Running', 'Pending')`;
const runs = sql`pod.phase = 'Running'`;

/**
 * Sums are wider than their columns. A sum that does not fit comes from no real cluster; the
 * maximum is a better value than no state at all.
 */
const atMost = (most: string, total: RawBuilder<unknown>) =>
  sql`case when ${total} > ${sql.raw(most)} then ${sql.raw(most)} else ${total} end`;
const bytesTotal = (column: string, holds = sql`true`) =>
  atMost('9223372036854775807', sql`sum(${sql.ref(column)}) filter (where ${holds})`);
const countTotal = (column: string) =>
  atMost('2147483647', sql`coalesce(sum(${sql.ref(column)}), 0)`);

/** 0 if there is nothing to pay for; null if something has no known price. */
const paid = (amount: RawBuilder<unknown>, isAny: RawBuilder<unknown>) =>
  sql`case when ${isAny} then ${amount} else 0 end`;

const sumOfRunning = (column: string) =>
  paid(
    sql`sum(${sql.ref(`pod.${column}`)}) filter (where ${runs})`,
    sql`count(*) filter (where ${runs}) > 0`,
  );

/** Nodes and pods without a GPU cost 0 for it, which hides that the price of other GPUs is unknown. */
const ofGpus = (alias: string, hasGpu: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
  sql`case when bool_or(${hasGpu})
    then sum(${sql.ref(`${alias}.compute_gpu_hourly`)}) filter (where ${hasGpu})
    else ${otherwise} end`;

/** Without volumes these cost 0, unless that would hide that no other cost is known. */
const ofVolumes = (hourly: string, hasVolumes: string, computeHourly: string) =>
  paid(sql.ref(hourly), sql`${sql.raw(hasVolumes)} or ${sql.ref(computeHourly)} is null`);

/** The figures that nodes, workloads and namespaces have in common: sums over their pods. */
const podFigures = sql`
  count(pod.uid) as pods,
  count(*) filter (where ${runs}) as running_pods,
  coalesce(sum(pod.containers), 0) as containers,
  coalesce(sum(pod.cpu_requested_cores) filter (where ${holdsRoom}), 0) as cpu_requested_cores,
  coalesce(${bytesTotal('pod.memory_requested_bytes', holdsRoom)}, 0) as memory_requested_bytes,
  coalesce(sum(pod.cpu_limit_cores) filter (where ${holdsRoom}), 0) as cpu_limit_cores,
  coalesce(${bytesTotal('pod.memory_limit_bytes', holdsRoom)}, 0) as memory_limit_bytes,
  sum(pod.cpu_used_cores) as cpu_used_cores,
  ${bytesTotal('pod.memory_used_bytes')} as memory_used_bytes,
  coalesce(sum(pod.restarts_total), 0) as restarts_total,
  coalesce(sum(pod.oom_kills_total), 0) as oom_kills_total,
  ${sumOfRunning('compute_cpu_hourly')} as compute_cpu_hourly,
  ${sumOfRunning('compute_ram_hourly')} as compute_ram_hourly,
  ${ofGpus('pod', sql`${runs} and pod.gpu_requested > 0`, sumOfRunning('compute_gpu_hourly'))}
    as compute_gpu_hourly,
  coalesce(bool_or(pod.is_compute_partial), false) as is_compute_partial`;

/** Sums over existing rows: 0 over none, null if none has a known amount. */
const sumColumn = (column: string) => paid(sql`sum(${sql.ref(column)})`, sql`count(*) > 0`);

/** Computes the sums, and sets when nodes, workloads and namespaces were last seen. */
export async function aggregateState(
  scope: Scope,
  state: ComparedState,
  cluster: ClusterFacts,
): Promise<void> {
  const { containers } = state;
  if (containers.changed.size > 0 || containers.isAnyMissing) await aggregatePods(scope);
  await aggregateNodes(scope, state.nodes);
  await aggregateWorkloads(scope, state.workloads);
  await aggregateNamespaces(scope, state.namespaces);
  await aggregateCluster(scope, cluster);
}

/** The columns of a row of `figures` that come from the snapshot; none for a kind that it cannot see. */
const inSnapshot = (scope: Scope, table: 'nodes' | 'workloads' | 'namespaces', alias: string) =>
  seenAndMeasured(
    scope,
    table,
    (value, column) =>
      sql`case when given.digest is null then ${sql.ref(`${alias}.${column}`)} else ${value} end`,
  );
const withSnapshot = (table: 'nodes' | 'workloads' | 'namespaces', { rows }: ComparedRows) =>
  sql`left join ${measuredRows(table, rows)} on given.digest = figures.facts_digest`;

async function aggregatePods(scope: Scope): Promise<void> {
  await sql`
    update pods as pod set oom_kills_total = figures.oom_kills_total
    from (
      select pod_uid, sum(oom_kills_total) as oom_kills_total from containers as container
      where ${inCluster(scope, 'container')} group by pod_uid
    ) as figures
    where ${inCluster(scope, 'pod')} and pod.gone_at is null and pod.uid = figures.pod_uid
      and pod.oom_kills_total <> figures.oom_kills_total
    `.execute(scope.tx);
}

async function aggregateNodes(scope: Scope, rows: ComparedRows): Promise<void> {
  await sql`
    update nodes as node set
      ${inSnapshot(scope, 'nodes', 'node')},
      pods = figures.pods, running_pods = figures.running_pods,
      cpu_requested_cores = figures.cpu_requested_cores,
      memory_requested_bytes = figures.memory_requested_bytes,
      workloads_hourly = case
        when node.run_rate_legacy_hourly is not null then figures.workloads_hourly end
    from (
      select node.uid, node.facts_digest, ${podFigures},
        coalesce(sum(pod.run_rate_legacy_hourly) filter (where pod.workload_uid is not null), 0)
          as workloads_hourly
      from nodes as node
      left join pods as pod
        on ${sameCluster('pod', 'node')} and pod.node_uid = node.uid and pod.gone_at is null
      where ${inCluster(scope, 'node')} and node.gone_at is null
      group by node.uid, node.facts_digest
    ) as figures ${withSnapshot('nodes', rows)}
    where ${inCluster(scope, 'node')} and node.uid = figures.uid
    `.execute(scope.tx);
}

async function aggregateWorkloads(scope: Scope, rows: ComparedRows): Promise<void> {
  await sql`
    update workloads as workload set
      ${inSnapshot(scope, 'workloads', 'workload')},
      pods = figures.pods, running_pods = figures.running_pods, containers = figures.containers,
      service_account_name =
        coalesce(figures.service_account_name, workload.service_account_name),
      cpu_limit_cores = figures.cpu_limit_cores, memory_limit_bytes = figures.memory_limit_bytes,
      cpu_requested_cores = figures.cpu_requested_cores, cpu_used_cores = figures.cpu_used_cores,
      memory_requested_bytes = figures.memory_requested_bytes,
      memory_used_bytes = figures.memory_used_bytes,
      restarts_total = figures.restarts_total, oom_kills_total = figures.oom_kills_total,
      compute_cpu_hourly = figures.compute_cpu_hourly,
      compute_ram_hourly = figures.compute_ram_hourly,
      compute_gpu_hourly = figures.compute_gpu_hourly,
      is_compute_partial = figures.is_compute_partial,
      storage_pv_hourly = ${ofVolumes('volumes.hourly', 'volumes.uid is not null', 'figures.compute_cpu_hourly')},
      is_storage_partial = coalesce(volumes.is_partial, false)
    from (
      select workload.uid, workload.facts_digest, ${podFigures},
        (array_agg(pod.service_account_name order by pod.created_at_k8s desc nulls last, pod.uid)
          filter (where pod.uid is not null))[1] as service_account_name
      from workloads as workload
      left join pods as pod
        on ${sameCluster('pod', 'workload')} and pod.workload_uid = workload.uid
          and pod.gone_at is null
      where ${inCluster(scope, 'workload')} and workload.gone_at is null
      group by workload.uid, workload.facts_digest
    ) as figures ${withSnapshot('workloads', rows)}
    left join (
      select workload_uid as uid, sum(storage_pv_hourly) as hourly,
        bool_or(storage_pv_hourly is null) as is_partial
      from persistent_volumes as volume
      where ${inCluster(scope, 'volume')} and gone_at is null and workload_uid is not null
      group by workload_uid
    ) as volumes on volumes.uid = figures.uid
    where ${inCluster(scope, 'workload')} and workload.uid = figures.uid
    `.execute(scope.tx);
}

/** Number of workloads of each kind with its own count. */
const workloadCounts = sql`
  count(*) as workloads,
  count(*) filter (where kind = 'Deployment') as deployments,
  count(*) filter (where kind = 'StatefulSet') as statefulsets,
  count(*) filter (where kind = 'DaemonSet') as daemonsets,
  count(*) filter (where kind = 'Job') as jobs,
  count(*) filter (where kind = 'CronJob') as cronjobs,
  ${sumColumn('run_rate_legacy_hourly')} as legacy_hourly,
  ${sumColumn('run_rate_all_hourly')} as all_hourly`;

async function aggregateNamespaces(scope: Scope, rows: ComparedRows): Promise<void> {
  await sql`
    update namespaces as namespace set
      ${inSnapshot(scope, 'namespaces', 'namespace')},
      pods = figures.pods, running_pods = figures.running_pods, containers = figures.containers,
      cpu_requested_cores = figures.cpu_requested_cores, cpu_used_cores = figures.cpu_used_cores,
      memory_requested_bytes = figures.memory_requested_bytes,
      memory_used_bytes = figures.memory_used_bytes,
      compute_cpu_hourly = figures.compute_cpu_hourly,
      compute_ram_hourly = figures.compute_ram_hourly,
      compute_gpu_hourly = figures.compute_gpu_hourly,
      is_compute_partial = figures.is_compute_partial,
      workloads = coalesce(owners.workloads, 0),
      deployments = coalesce(owners.deployments, 0),
      statefulsets = coalesce(owners.statefulsets, 0),
      daemonsets = coalesce(owners.daemonsets, 0),
      jobs = coalesce(owners.jobs, 0), cronjobs = coalesce(owners.cronjobs, 0),
      workloads_legacy_hourly = ${paid(sql`owners.legacy_hourly`, sql`owners.workloads > 0`)},
      workloads_all_hourly = ${paid(sql`owners.all_hourly`, sql`owners.workloads > 0`)},
      persistent_volumes = coalesce(volumes.volumes, 0),
      storage_pv_hourly = ${ofVolumes('volumes.hourly', 'volumes.volumes > 0', 'figures.compute_cpu_hourly')},
      is_storage_partial = coalesce(volumes.is_partial, false)
    from (
      select namespace.name, namespace.facts_digest, ${podFigures}
      from namespaces as namespace
      left join pods as pod
        on ${sameCluster('pod', 'namespace')} and pod.namespace = namespace.name
          and pod.gone_at is null
      where ${inCluster(scope, 'namespace')} and namespace.gone_at is null
      group by namespace.name, namespace.facts_digest
    ) as figures ${withSnapshot('namespaces', rows)}
    left join (
      select namespace as name, ${workloadCounts} from workloads as workload
      where ${inCluster(scope, 'workload')} and gone_at is null
      group by namespace
    ) as owners on owners.name = figures.name
    left join (
      select claim_namespace as name, count(*) as volumes, sum(storage_pv_hourly) as hourly,
        bool_or(storage_pv_hourly is null) as is_partial
      from persistent_volumes as volume
      where ${inCluster(scope, 'volume')} and gone_at is null
      group by claim_namespace
    ) as volumes on volumes.name = figures.name
    where ${inCluster(scope, 'namespace')} and namespace.name = figures.name
    `.execute(scope.tx);
}

async function aggregateCluster(scope: Scope, facts: ClusterFacts): Promise<void> {
  await sql`
    update clusters as cluster set
      status = 'active',
      last_seen_at = ${scope.takenAt}::timestamptz, cost_updated_at = ${scope.takenAt}::timestamptz,
      provider = ${facts.provider}, service = ${facts.service}, region = ${facts.region},
      management_hourly = ${facts.management_hourly}::numeric,
      k8s_version = coalesce(nullif(${facts.k8s_version}, ''), cluster.k8s_version),
      agent_version = ${facts.agent_version},

      nodes = node.nodes, availability_zones = node.zones, gpu_models = node.gpu_models,
      cpu_total_cores = node.cpu_total, cpu_allocatable_cores = node.cpu_allocatable,
      memory_total_bytes = node.memory_total, memory_allocatable_bytes = node.memory_allocatable,
      gpu_total = node.gpu_total, gpu_allocatable = node.gpu_allocatable,
      pods_allocatable = node.pods_allocatable,
      cpu_used_cores = node.cpu_used, memory_used_bytes = node.memory_used,
      measured_allocatable_cores = node.measured_cores,
      measured_allocatable_bytes = node.measured_bytes,
      gpu_utilization_percent = node.gpu_utilization,
      gpu_memory_used_bytes = node.gpu_memory_used, gpu_memory_total_bytes = node.gpu_memory_total,
      compute_cpu_hourly = node.cpu_hourly, compute_ram_hourly = node.ram_hourly,
      compute_gpu_hourly = node.gpu_hourly, is_compute_partial = node.is_partial,

      pods = pod.pods, running_pods = pod.running_pods, containers = pod.containers,
      running_containers = pod.running_containers,
      cpu_requested_cores = pod.cpu_requested_cores,
      memory_requested_bytes = pod.memory_requested_bytes,
      restarts_total = pod.restarts_total, oom_kills_total = pod.oom_kills_total,

      workloads = workload.workloads, deployments = workload.deployments,
      statefulsets = workload.statefulsets, daemonsets = workload.daemonsets,
      jobs = workload.jobs, cronjobs = workload.cronjobs,
      workloads_legacy_hourly = workload.legacy_hourly, workloads_all_hourly = workload.all_hourly,

      namespaces = namespace.namespaces,
      persistent_volumes = volume.volumes, storage_total_bytes = volume.bytes,
      storage_pv_hourly = ${ofVolumes('volume.hourly', 'volume.volumes > 0', 'node.cpu_hourly')},
      is_storage_partial = volume.is_partial
    from (
      select count(*) as nodes,
        coalesce((array_agg(distinct availability_zone order by availability_zone)
          filter (where availability_zone <> ''))[1:${sql.lit(maxListedValues)}], '{}') as zones,
        coalesce((array_agg(distinct gpu_model order by gpu_model)
          filter (where gpu_model <> ''))[1:${sql.lit(maxListedValues)}], '{}') as gpu_models,
        coalesce(sum(cpu_total_cores), 0) as cpu_total,
        coalesce(sum(cpu_allocatable_cores), 0) as cpu_allocatable,
        coalesce(${bytesTotal('memory_total_bytes')}, 0) as memory_total,
        coalesce(${bytesTotal('memory_allocatable_bytes')}, 0) as memory_allocatable,
        ${countTotal('gpu_total')} as gpu_total,
        ${countTotal('gpu_allocatable')} as gpu_allocatable,
        ${countTotal('pods_allocatable')} as pods_allocatable,
        sum(cpu_used_cores) as cpu_used, ${bytesTotal('memory_used_bytes')} as memory_used,
        sum(cpu_allocatable_cores) filter (where cpu_used_cores is not null) as measured_cores,
        ${bytesTotal('memory_allocatable_bytes', sql`memory_used_bytes is not null`)}
          as measured_bytes,
        round(sum(gpu_utilization_percent * gpu_total)
          / nullif(sum(gpu_total) filter (where gpu_utilization_percent is not null), 0), 4)
          as gpu_utilization,
        ${bytesTotal('gpu_memory_used_bytes')} as gpu_memory_used,
        ${bytesTotal('gpu_memory_total_bytes')} as gpu_memory_total,
        ${sumColumn('compute_cpu_hourly')} as cpu_hourly,
        ${sumColumn('compute_ram_hourly')} as ram_hourly,
        ${ofGpus('node', sql`gpu_total > 0`, sumColumn('compute_gpu_hourly'))} as gpu_hourly,
        coalesce(bool_or(run_rate_legacy_hourly is null), false) as is_partial
      from nodes as node where ${inCluster(scope, 'node')} and gone_at is null
    ) as node, (
      select ${podFigures}, coalesce(sum(pod.running_containers), 0) as running_containers
      from pods as pod where ${inCluster(scope, 'pod')} and gone_at is null
    ) as pod, (
      select ${workloadCounts}
      from workloads as workload where ${inCluster(scope, 'workload')} and gone_at is null
    ) as workload, (
      select count(*) as namespaces
      from namespaces as namespace where ${inCluster(scope, 'namespace')} and gone_at is null
    ) as namespace, (
      select count(*) as volumes, coalesce(${bytesTotal('capacity_bytes')}, 0) as bytes,
        sum(storage_pv_hourly) as hourly,
        coalesce(bool_or(storage_pv_hourly is null), false) as is_partial
      from persistent_volumes as volume where ${inCluster(scope, 'volume')} and gone_at is null
    ) as volume
    where cluster.organization_id = ${scope.organizationId}::uuid
      and cluster.id = ${scope.clusterId}::uuid
    `.execute(scope.tx);
}
