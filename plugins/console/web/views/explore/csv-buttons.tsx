import { useState } from 'react';
import { useClient } from '../../api/answer.ts';
import { explore } from '../../api/questions.ts';
import { saveText } from '../../parts/save-file.ts';
import { formatCount } from '../../parts/number.ts';
import { type ExplorationAnswer } from './answers.ts';
import { type Compared } from './comparison.ts';
import { toCsv } from './csv.ts';
import { exportedRows, type Explored, toExportQuestion } from './exploration.ts';

/** CSV of the page, and of all rows if there are several pages. */
export function CsvButtons({
  explored,
  answer: { data },
  compared,
}: {
  readonly explored: Explored;
  readonly answer: ExplorationAnswer;
  readonly compared: Compared | undefined;
}) {
  const client = useClient();
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready');
  const name = `costs-by-${explored.by.join('-')}-${explored.days.from}-${explored.days.to}.csv`;
  const { total_rows: total, total_pages: pages } = data.pagination;

  const saveAll = async () => {
    setState('asking');
    try {
      const all = await explore(toExportQuestion(explored)).ask(
        client,
        AbortSignal.timeout(60_000),
      );
      saveText(name, toCsv(explored, all.data.rows, compared));
      setState('ready');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        className="quiet"
        onClick={() => saveText(name, toCsv(explored, data.rows, compared))}
      >
        CSV{pages > 1 && ' of this page'}
      </button>
      {pages > 1 && (
        <button
          type="button"
          className="quiet"
          disabled={state === 'asking'}
          onClick={() => void saveAll()}
        >
          {state === 'failed' && 'Failed. Again: '}
          {total <= exportedRows
            ? `CSV of all ${formatCount(total)}`
            : `CSV of the first ${formatCount(exportedRows)}`}
        </button>
      )}
    </>
  );
}
