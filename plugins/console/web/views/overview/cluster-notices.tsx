import { Link } from '@tanstack/react-router';
import { formatAge } from '../../parts/days.ts';
import { type ClustersAnswer } from './bodies.ts';
import './overview.css';

/** Clusters that do not report, so that their amounts are outdated. */
export function ClusterNotices({ answer: { data } }: { readonly answer: ClustersAnswer }) {
  if (!data) return null;
  if (data.data.length === 0) return <ConnectOne />;
  const notices = data.data.filter(
    ({ metadata: { status, is_stale }, cost }) =>
      status !== 'disconnected' && (is_stale || status === 'pending' || cost?.partial),
  );
  if (notices.length === 0) return null;
  return (
    <ul className="notices" aria-label="Clusters that need attention">
      {notices.map(({ id, metadata: { name, status, is_stale, last_seen_at }, cost }) => (
        <li key={id}>
          <Link to={`/clusters/${id}`}>{name}</Link>{' '}
          {status === 'pending' && 'is registered but has not reported yet.'}
          {status !== 'pending' &&
            is_stale &&
            `is stale: the last report was ${last_seen_at ? formatAge(last_seen_at) : 'never'}, and the amounts are from that time.`}
          {cost?.partial && ' Some components of its cost are unknown.'}
        </li>
      ))}
    </ul>
  );
}

function ConnectOne() {
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
