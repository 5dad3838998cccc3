import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/answer.ts';
import { type Cluster } from '../../api/clusters.ts';
import { formatAge } from '../../parts/days.ts';
import { counted, formatCount } from '../../parts/number.ts';
import { useKept } from '../../parts/view.tsx';
import { type ClustersAnswer } from './bodies.ts';
import './overview.css';

/** Clusters that do not report, so that their amounts are outdated: one in full, several when opened. */
export function ClusterNotices({ answer: { data } }: { readonly answer: ClustersAnswer }) {
  if (!data) return null;
  if (data.data.length === 0) return <ConnectOne />;
  const noticed = data.data.filter(
    ({ metadata: { status, is_stale }, cost }) =>
      status !== 'disconnected' && (is_stale || status === 'pending' || cost?.partial),
  );
  if (noticed.length === 0) return null;
  if (noticed.length === 1) {
    return (
      <div className="notices">
        <NoticeList clusters={noticed} />
      </div>
    );
  }
  return (
    <details className="notices">
      <summary>{formatCount(noticed.length)} clusters need attention</summary>
      <NoticeList clusters={noticed} />
    </details>
  );
}

const maxNotices = 5;

function NoticeList({ clusters }: { readonly clusters: readonly Cluster[] }) {
  const kept = useKept();
  return (
    <ul aria-label="Clusters that need attention">
      {clusters.slice(0, maxNotices).map((cluster) => (
        <li key={cluster.id}>
          <Link to={`/clusters/${cluster.id}`} search={kept}>
            {cluster.metadata.name}
          </Link>{' '}
          {describe(cluster)}
        </li>
      ))}
      {clusters.length > maxNotices && (
        <li>
          and{' '}
          <Link to="/clusters" search={kept}>
            {counted(clusters.length - maxNotices, 'other')}
          </Link>
        </li>
      )}
    </ul>
  );
}

function describe({ metadata: { status, is_stale, last_seen_at }, cost }: Cluster): string {
  const partial = cost?.partial ? ' Some components of its cost are unknown.' : '';
  if (status === 'pending') return `is registered but has not reported yet.${partial}`;
  if (!is_stale) return partial;
  const age = last_seen_at ? formatAge(last_seen_at) : 'never';
  return `is stale: the last report was ${age}, and the amounts are from that time.${partial}`;
}

function ConnectOne() {
  if (useSession().clusters?.length === 0) {
    return <p className="panel">Your key may not read any cluster.</p>;
  }
  return (
    <section className="panel" aria-label="Connect a cluster">
      <h2>No cluster has reported yet</h2>
      <p>Three commands connect a cluster; the guide “Connect an agent” has the details:</p>
      <pre tabIndex={0}>
        {`costplane ingest --listen 0.0.0.0:8081
costplane agent-token create --org NAME --cluster-name CLUSTER
helm upgrade --install costplane-agent "$CHART" --values agent.yaml`}
      </pre>
    </section>
  );
}
