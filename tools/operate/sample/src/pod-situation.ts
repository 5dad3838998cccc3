import { type PodPlan } from './plan.ts';
import { type Container, type Pod } from './snapshot.ts';
import { hourMs, minuteMs } from './units.ts';

type ContainerStatus = Pick<
  Container,
  | 'ready'
  | 'started'
  | 'restart_count'
  | 'state'
  | 'state_reason'
  | 'state_message'
  | 'last_termination_reason'
  | 'exit_code'
>;

/** State of a pod at a moment. */
export interface PodSituation {
  phase: Pod['phase'];
  reason: string;
  status: ContainerStatus;
}

const running: ContainerStatus = {
  ready: true,
  started: true,
  restart_count: 0,
  state: 'running',
  state_reason: '',
  state_message: '',
  last_termination_reason: '',
};

const waiting = (reason: string, message: string): ContainerStatus => ({
  ...running,
  ready: false,
  started: false,
  state: 'waiting',
  state_reason: reason,
  state_message: message,
});

/** A container that has terminated. */
export const ended = (reason: string, exitCode: number): ContainerStatus => ({
  ...running,
  ready: false,
  started: false,
  state: 'terminated',
  state_reason: reason,
  exit_code: exitCode,
});

export const isRunning: PodSituation = { phase: 'Running', reason: '', status: running };
export const hasSucceeded: PodSituation = {
  phase: 'Succeeded',
  reason: '',
  status: ended('Completed', 0),
};
export const hasFailed: PodSituation = { phase: 'Failed', reason: '', status: ended('Error', 1) };

const { started: _unknown, ...unscheduledStatus } = waiting('', '');
const isUnscheduled: PodSituation = { phase: 'Pending', reason: '', status: unscheduledStatus };

/** Restarts so far of a container that terminates once per `everyMs`. */
function restarts(pod: PodPlan, at: number, everyMs: number): number {
  return Math.max(0, Math.floor((at - pod.createdAt) / everyMs));
}

/** The state of a pod, from its plan and the time. */
export function describeSituation(pod: PodPlan, at: number): PodSituation {
  if (!pod.node) return isUnscheduled;
  switch (pod.trouble) {
    case undefined:
      return isRunning;
    case 'crash-loop':
      return {
        phase: 'Running',
        reason: '',
        status: {
          ...waiting('CrashLoopBackOff', 'back-off 5m0s restarting failed container'),
          restart_count: restarts(pod, at, 20 * minuteMs),
          last_termination_reason: 'Error',
        },
      };
    case 'out-of-memory': {
      const restartCount = restarts(pod, at, 9 * hourMs);
      const lastTerminationReason = restartCount > 0 ? 'OOMKilled' : '';
      return {
        phase: 'Running',
        reason: '',
        status: {
          ...running,
          restart_count: restartCount,
          last_termination_reason: lastTerminationReason,
        },
      };
    }
    case 'image-missing':
      return {
        phase: 'Pending',
        reason: '',
        status: waiting('ImagePullBackOff', 'Back-off pulling image'),
      };
    case 'evicted':
      return { phase: 'Failed', reason: 'Evicted', status: ended('Error', 137) };
    case 'failed':
      return hasFailed;
  }
}
