import { type ErrorCode, errorKind } from './catalog.ts';
import { type ErrorDetail } from './error-detail.ts';

/**
 * The message of an error. With a single detail it says what to change, for people who read only the
 * message (decision 46).
 */
export function describeError(code: ErrorCode, details: readonly ErrorDetail[]): string {
  const { message } = errorKind(code);
  const [detail] = details;
  if (detail === undefined || details.length > 1) return message;
  const { field, required, cluster_id: clusterId } = detail;
  const hint = chooseHint(detail);
  if (hint !== undefined) return sentence(field === undefined ? hint : `${field} ${hint}`);
  const named = field ?? required ?? clusterId;
  return named === undefined ? message : `${message.replace(/\.$/, '')}: ${named}.`;
}

function chooseHint({ message, allowed, reason }: ErrorDetail): string | undefined {
  if (message !== undefined) return message;
  if (allowed !== undefined) return `must be one of ${allowed.join(', ')}`;
  return reason === undefined ? undefined : hints[reason];
}

/** Messages of reasons that need no hint. */
const hints: Readonly<Record<string, string>> = {
  required: 'is required',
  unknown_filter_key: 'is not accepted by this endpoint',
  not_supported_on_this_endpoint: 'is not accepted by this endpoint',
};

/** Field names keep their case at the start of a sentence. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);
