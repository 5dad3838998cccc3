import { type Cluster } from '../api/clusters.ts';
import { formatAge } from './days.ts';
import { Mark, PartialMark } from './mark.tsx';

const meanings = {
  pending: 'It is registered and has not reported yet.',
  active: '',
  disconnected: 'Its agent is no longer connected.',
  error: 'Its agent reports an error.',
  discovered: 'It was found, and no agent reports for it.',
} as const;

/** What is out of the ordinary with a cluster: its numbers are to be read with it. */
export function ClusterMarks({ of: { metadata, cost } }: { readonly of: Cluster }) {
  const { status, is_stale, last_seen_at } = metadata;
  return (
    <>
      {status !== 'active' && <Mark why={meanings[status]}>{status}</Mark>}{' '}
      {is_stale && status !== 'pending' && (
        <Mark why="Its numbers are those of its last report.">
          stale{last_seen_at ? `: last report ${formatAge(last_seen_at)}` : ''}
        </Mark>
      )}{' '}
      {cost?.partial && <PartialMark />}
    </>
  );
}
