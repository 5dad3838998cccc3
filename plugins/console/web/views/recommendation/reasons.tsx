import { type Answer } from '../../api/answer.ts';
import { formatTime } from '../../parts/days.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatBytes, formatCores, formatCount, formatDecimal } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Metrics } from './metrics.ts';

/** The reasons for the risk, and further observations. */
export function Reasons({ answer }: { readonly answer: Answer<Metrics> }) {
  return (
    <Panel title="Observations" height={300} answer={answer}>
      {(metrics) => (
        <>
          {metrics.riskReasons.length > 0 ? (
            <>
              <p>Reasons for the risk:</p>
              <ul>
                {metrics.riskReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </>
          ) : (
            <p>No observation increases the risk.</p>
          )}
          <Facts of={listFacts(metrics)} />
        </>
      )}
    </Panel>
  );
}

const formatKnown = <Value,>(
  value: Value | undefined,
  format: (value: Value) => string,
): string | undefined => (value === undefined ? undefined : format(value));

const listFacts = ({ window, replicas, restarts, oomKills, hasHpa, charged }: Metrics) => ({
  'Observed from': formatKnown(window.startAt, formatTime),
  'Observed until': formatKnown(window.endAt, formatTime),
  'One-minute samples': formatKnown(window.samples, formatCount),
  'Running pods': formatKnown(replicas.running, formatCount),
  'Desired pods': formatKnown(replicas.desired, formatCount),
  'Average number of pods': formatKnown(replicas.average, formatDecimal),
  Restarts: formatKnown(restarts, formatCount),
  'Out-of-memory kills': formatKnown(oomKills, formatCount),
  'Horizontal pod autoscaler': hasHpa ? 'yes: its targets are relative to the requests' : 'none',
  'CPU charged now': formatKnown(charged.cpu.now, formatCores),
  'CPU charged after the change': formatKnown(charged.cpu.then, formatCores),
  'Memory charged now': formatKnown(charged.memory.now, formatBytes),
  'Memory charged after the change': formatKnown(charged.memory.then, formatBytes),
});
