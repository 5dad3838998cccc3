import { type Cluster } from '../api/clusters.ts';
import { formatAge } from './days.ts';

/** What is out of the ordinary with a cluster: its numbers are to be read with it. */
export function ClusterMarks({ of: { metadata, cost } }: { readonly of: Cluster }) {
  const { status, is_stale, last_seen_at } = metadata;
  return (
    <>
      {status !== 'active' && <span className="mark">{status}</span>}{' '}
      {is_stale && status !== 'pending' && (
        <span className="mark" title="Its numbers are those of its last report.">
          stale{last_seen_at ? `: last report ${formatAge(last_seen_at)}` : ''}
        </span>
      )}{' '}
      {cost?.partial && (
        <span className="mark" title="Some components of its cost could not be determined.">
          partial
        </span>
      )}
    </>
  );
}
