import { Link } from '@tanstack/react-router';
import { formatAge } from '../../parts/days.ts';
import { type ClustersAnswer } from './bodies.ts';
import './overview.css';

/** Which clusters do not report, said plainly: their amounts are old. */
export function ClusterNotices({ answer: { data } }: { readonly answer: ClustersAnswer }) {
  if (!data) return null;
  if (data.data.length === 0) return <ConnectOne />;
  const notices = data.data.filter(
    ({ metadata, cost }) => metadata.is_stale || metadata.status === 'pending' || cost?.partial,
  );
  if (notices.length === 0) return null;
  return (
    <ul className="notices" aria-label="Clusters that need a look">
      {notices.map(({ id, metadata: { name, status, is_stale, last_seen_at }, cost }) => (
        <li key={id}>
          <Link to={`/clusters/${id}`}>{name}</Link>{' '}
          {status === 'pending' && 'is registered and has not reported yet.'}
          {status !== 'pending' &&
            is_stale &&
            `is stale: it last reported ${last_seen_at ? formatAge(last_seen_at) : 'never'}, and its amounts are from then.`}
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
      <p>Three commands connect one, as the guide “Connect an agent” says in full:</p>
      <pre tabIndex={0}>
        {`costplane ingest --listen 0.0.0.0:8081
costplane agent-token create --org NAME --cluster-name CLUSTER
helm upgrade --install costplane-agent "$CHART" --values agent.yaml`}
      </pre>
    </section>
  );
}
