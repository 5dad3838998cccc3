import { type Answer, mapAnswer } from '../../api/answer.ts';
import { formatTime } from '../../parts/days.ts';
import { formatPercent } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type ContainerMetrics, type Metrics } from './metrics.ts';
import { Sizing } from './sizing.tsx';

interface ContainerProps {
  readonly container: ContainerMetrics;
  readonly answer: Answer<Metrics>;
}

/** The usage of a container, with its current and recommended requests. */
export function Container({ container, answer }: ContainerProps) {
  const notes = listNotes(container);
  return (
    <Panel
      title={`Container ${container.name}`}
      unit="per pod"
      answer={mapAnswer(answer, () => container)}
    >
      {({ cpu, memory }) => (
        <>
          <div className="grid-2">
            <Sizing resource="cpu" metrics={cpu} />
            <Sizing resource="memory" metrics={memory} />
          </div>
          {notes.length > 0 && (
            <ul className="sizing-notes">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  );
}

const listNotes = ({
  oomKills = 0,
  oomKilledAt,
  throttledShare = 0,
  hpaTargetPercent,
}: ContainerMetrics): string[] => [
  ...(oomKills > 0
    ? [
        `Killed ${counted(oomKills, 'time')} because it ran out of memory${oomKilledAt ? `, last on ${formatTime(oomKilledAt)}` : ''}.`,
      ]
    : []),
  ...(throttledShare > 0
    ? [`At its CPU limit in ${formatPercent(throttledShare * 100)} of the samples.`]
    : []),
  ...(hpaTargetPercent === undefined
    ? []
    : [
        `A horizontal pod autoscaler holds its CPU at ${formatPercent(hpaTargetPercent)} of the request.`,
      ]),
];
