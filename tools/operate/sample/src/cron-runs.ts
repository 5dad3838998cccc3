import { type Moment } from './make-container.ts';
import { makePod } from './make-pod.ts';
import { type PodPlan, type RunSchedule, type WorkloadPlan } from './plan.ts';
import { type PodSituation } from './pod-situation.ts';
import { hasFailed, hasSucceeded, isRunning, describeSituation } from './pod-situation.ts';
import { seededNumber, seededSuffix, seededUuid } from './seeded.ts';
import { type Pod } from './snapshot.ts';
import { minuteMs } from './units.ts';

const keptRuns = 2;

/** One run of a CronJob: its Job and the Job's pod. */
export interface CronRun {
  cronJob: WorkloadPlan;
  jobName: string;
  jobUid: string;
  scheduledAt: number;
  endedAt: number;
  outcome: 'active' | 'succeeded' | 'failed';
  pod: Pod;
}

/** Scheduled times of the runs that are kept, latest first. */
function keptStarts({ period }: RunSchedule, slot: PodPlan, at: number): number[] {
  if (!period) return [slot.createdAt];
  const { lengthMs, offsetMs } = period;
  const latest = Math.floor((at - offsetMs) / lengthMs) * lengthMs + offsetMs;
  return Array.from({ length: keptRuns }, (_, age) => latest - age * lengthMs);
}

function outcomeAt(cronJob: WorkloadPlan, jobName: string, endedAt: number, at: number) {
  if (endedAt > at) return 'active';
  const fails = cronJob.trouble === 'failed' && seededNumber(jobName) % 2 === 0;
  return fails ? 'failed' : 'succeeded';
}

function situationFor(slot: PodPlan, outcome: CronRun['outcome'], at: number): PodSituation {
  if (!slot.node) return describeSituation(slot, at);
  return { active: isRunning, succeeded: hasSucceeded, failed: hasFailed }[outcome];
}

function makeRun(moment: Moment, slot: PodPlan, run: RunSchedule, scheduledAt: number): CronRun {
  const cronJob = slot.workload;
  const jobName = `${cronJob.name}-${String(Math.floor(scheduledAt / minuteMs))}`;
  const seed = `${cronJob.uid}/${jobName}`;
  const name = `${jobName}-${seededSuffix(seed, 5)}`;
  const endedAt = scheduledAt + run.durationMs;
  const outcome = slot.node ? outcomeAt(cronJob, jobName, endedAt, moment.at) : 'active';
  const plan = { ...slot, name, uid: seededUuid(`${seed}/pod`), createdAt: scheduledAt };
  const situation = situationFor(slot, outcome, moment.at);
  return {
    cronJob,
    jobName,
    jobUid: seededUuid(seed),
    scheduledAt,
    endedAt,
    outcome,
    pod: makePod(moment, plan, situation, { 'batch.kubernetes.io/job-name': jobName }),
  };
}

/** The runs that exist at a moment, latest first. All of them use the same slot, one after another. */
export function cronRuns(moment: Moment, slot: PodPlan): CronRun[] {
  const { run } = slot.workload;
  if (!run) return [];
  return keptStarts(run, slot, moment.at).map((start) => makeRun(moment, slot, run, start));
}
