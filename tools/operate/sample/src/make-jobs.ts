import { type CronRun } from './cron-runs.ts';
import { makeContainerSpec } from './make-container.ts';
import { makeWorkloadLabels, makeSelector } from './make-pod.ts';
import { type WorkloadPlan } from './plan.ts';
import { sumRequests } from './plan.ts';
import { type Condition, type CronJob, type Job } from './snapshot.ts';
import { minuteMs } from './units.ts';

const startDelayMs = 2_000;

const isTrue = (type: string, reason: string): Condition => ({
  type,
  status: 'True',
  reason,
  message: '',
});

const endConditions = {
  active: null,
  succeeded: [isTrue('Complete', 'CompletionsReached')],
  failed: [isTrue('Failed', 'BackoffLimitExceeded')],
};

/** The Job of one run. Its pods are assigned to the CronJob, so its totals are those of the template. */
export function makeCronJobRun(run: CronRun): Job {
  const { cronJob, outcome, scheduledAt, endedAt } = run;
  const requests = sumRequests(cronJob);
  return {
    name: run.jobName,
    uid: run.jobUid,
    namespace: cronJob.namespace,
    owner_cronjob: cronJob.name,
    completions: 1,
    parallelism: 1,
    backoff_limit: 0,
    active: outcome === 'active' ? 1 : 0,
    succeeded: outcome === 'succeeded' ? 1 : 0,
    failed: outcome === 'failed' ? 1 : 0,
    start_time: scheduledAt + startDelayMs,
    ...(outcome === 'succeeded' && {
      completion_time: endedAt,
      duration_seconds: (endedAt - scheduledAt - startDelayMs) / 1000,
    }),
    total_cpu_request: requests.cores,
    total_memory_request: requests.bytes,
    container_specs: cronJob.containers.map(makeContainerSpec),
    labels: makeSelector(cronJob),
    annotations: {
      'batch.kubernetes.io/cronjob-scheduled-timestamp': new Date(scheduledAt).toISOString(),
    },
    creation_timestamp: scheduledAt,
    conditions: endConditions[outcome],
  };
}

/** A CronJob with the status from its runs. */
export function makeCronJob(workload: WorkloadPlan, runs: readonly CronRun[]): CronJob {
  const active = runs.filter((run) => run.outcome === 'active');
  const successful = runs.find((run) => run.outcome === 'succeeded');
  const [latest] = runs;
  return {
    name: workload.name,
    uid: workload.uid,
    namespace: workload.namespace,
    schedule: workload.run?.cron ?? '',
    suspend: false,
    concurrency_policy: 'Forbid',
    ...(latest && { last_schedule_time: latest.scheduledAt }),
    ...(successful && { last_successful_time: successful.endedAt }),
    active_jobs: active.length > 0 ? active.map((run) => run.jobName) : null,
    container_specs: workload.containers.map(makeContainerSpec),
    labels: makeWorkloadLabels(workload),
    annotations: null,
    creation_timestamp: workload.createdAt,
  };
}

/** A standalone Job: a migration that failed and was never deleted. */
export function makeStandAloneJob(workload: WorkloadPlan): Job {
  const requests = sumRequests(workload);
  return {
    name: workload.name,
    uid: workload.uid,
    namespace: workload.namespace,
    owner_cronjob: '',
    completions: 1,
    parallelism: 1,
    backoff_limit: 0,
    active: 0,
    succeeded: 0,
    failed: 1,
    start_time: workload.createdAt + minuteMs,
    total_cpu_request: requests.cores,
    total_memory_request: requests.bytes,
    container_specs: workload.containers.map(makeContainerSpec),
    labels: makeWorkloadLabels(workload),
    annotations: null,
    creation_timestamp: workload.createdAt,
    conditions: endConditions.failed,
  };
}
