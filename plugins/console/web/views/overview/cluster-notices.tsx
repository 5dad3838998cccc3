import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/answer.ts';
import { formatAge } from '../../parts/days.ts';
import { counted } from '../../parts/number.ts';
import { useKept } from '../../parts/view.tsx';
import { type ClustersAnswer } from './bodies.ts';
import './overview.css';

const maxNotices = 5;

/** Clusters that do not report, so that their amounts are outdated. */
export function ClusterNotices({ answer: { data } }: { readonly answer: ClustersAnswer }) {
  const kept = useKept();
  if (!data) return null;
  if (data.data.length === 0) return <ConnectOne />;
  const notices = data.data.filter(
    ({ metadata: { status, is_stale }, cost }) =>
      status !== 'disconnected' && (is_stale || status === 'pending' || cost?.partial),
  );
  if (notices.length === 0) return null;
  return (
    <ul className="notices" aria-label="Clusters that need attention">
      {notices.slice(0, maxNotices).map(({ id, metadata: { name, status, is_stale, last_seen_at }, cost }) => (
        <li key={id}>
          <Link to={`/clusters/${id}`} search={kept}>
            {name}
          </Link>{' '}
          {status === 'pending' && 'is registered but has not reported yet.'}
          {status !== 'pending' &&
            is_stale &&
            `is stale: the last report was ${last_seen_at ? formatAge(last_seen_at) : 'never'}, and the amounts are from that time.`}
          {cost?.partial && ' Some components of its cost are unknown.'}
        </li>
      ))}
      {notices.length > maxNotices && (
        <li>
          and{' '}
          <Link to="/clusters" search={kept}>
            {counted(notices.length - maxNotices, 'other')}
          </Link>
        </li>
      )}
    </ul>
  );
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
