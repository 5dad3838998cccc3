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

/** Suggested interval until the next report; agents use their own setting. */
const intervalSeconds = 60;

const messages = {
  applied: 'The snapshot is stored.',
  duplicate: 'The snapshot was stored before.',
};

/**
 * The only response that an agent accepts as success. Its fields must have the types that the agent
 * expects, such as integers: otherwise it treats the report as failed and sends it again.
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
