import { type Outcome } from './messages.ts';
import { type Refusal } from './refusal.ts';

/** A response to an agent; the body is JSON. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What every report is asked to come again after; agents have a setting of their own. */
const intervalSeconds = 60;

const messages = {
  applied: 'The snapshot is stored.',
  duplicate: 'The snapshot was stored before.',
};

/**
 * The one answer that makes an agent content. Its fields are of the types that the agent reads:
 * a whole number where it wants one, or it takes the report for failed and sends it again.
 */
export function acceptance(
  clusterId: string,
  { status, quota, nodes, pods, workloads }: Outcome,
  { receivedAt, processedAt }: { receivedAt: number; processedAt: number },
): Answer {
  const body = {
    success: true,
    message: messages[status],
    cluster_id: clusterId,
    received_at: receivedAt,
    processed_at: processedAt,
    quota,
    directives: { next_snapshot_in_seconds: intervalSeconds },
    stats: {
      nodes_processed: nodes,
      pods_processed: pods,
      workloads_processed: workloads,
      processing_time_ms: processedAt - receivedAt,
    },
  };
  return { status: 200, reason: status, message: body.message, headers: {}, body };
}

export function rejection({ status, reason, message, details }: Refusal): Answer {
  const { headers, quota, retryAfterSeconds } = details;
  const retries = retryAfterSeconds !== undefined;
  return {
    status,
    reason,
    message,
    headers: { ...headers, ...(retries ? { 'Retry-After': String(retryAfterSeconds) } : {}) },
    body: {
      success: false,
      error: reason,
      message,
      ...(quota ? { quota } : {}),
      ...(retries ? { retry_after_seconds: retryAfterSeconds } : {}),
    },
  };
}
