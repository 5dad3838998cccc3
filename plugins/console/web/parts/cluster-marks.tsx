import { type Cluster } from '../api/clusters.ts';
import { formatAge } from './days.ts';
import { Mark, PartialMark } from './mark.tsx';

const meanings = {
  pending: 'The cluster is registered but has not reported yet.',
  active: '',
  disconnected: 'The cluster was retired; its history stays.',
  error: 'The agent reports an error.',
  discovered: 'The cluster was discovered, but no agent reports for it.',
} as const;

/** Marks a cluster whose numbers may be missing or outdated. */
export function ClusterMarks({ of: { metadata, cost } }: { readonly of: Cluster }) {
  const { status, is_stale, last_seen_at } = metadata;
  return (
    <>
      {status !== 'active' && <Mark why={meanings[status]}>{status}</Mark>}{' '}
      {is_stale && status !== 'pending' && status !== 'disconnected' && (
        <Mark why="The numbers are from the last report.">
          stale{last_seen_at ? `: last report ${formatAge(last_seen_at)}` : ''}
        </Mark>
      )}{' '}
      {cost?.partial && <PartialMark />}
    </>
  );
}
