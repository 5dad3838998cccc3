import { useEffect, useRef, useState } from 'react';
import { findAbsence, isApiError, useClient, useSession } from '../../api/answer.ts';
import { filesPerMinute, focusFile } from '../../api/focus.ts';
import { useLimit } from '../../api/session.ts';
import { describeArchive } from '../../parts/days.ts';
import { formatBytes, formatCount } from '../../parts/number.ts';
import { Absent } from '../../parts/panel.tsx';
import {
  chooseFile,
  type FileTarget,
  largestInMemory,
  savesToDisk,
} from '../../parts/save-file.ts';
import { createRowCounter } from './count-rows.ts';
import { fileName, toFileQuery, useChosen } from './options.ts';
import { receive, type Received } from './receive.ts';

type State =
  | { readonly kind: 'ready' | 'canceled' | 'asking' }
  | { readonly kind: 'receiving'; readonly bytes: number }
  | { readonly kind: 'saved'; readonly received: Received }
  | { readonly kind: 'failed'; readonly error: Error };

/** The start times of downloads in this tab, in milliseconds since 1970. */
const asked: number[] = [];
const minuteMs = 60_000;
const countLeft = () => filesPerMinute - asked.filter((at) => at > Date.now() - minuteMs).length;

/** Streams the file to disk, with a button to cancel. */
export function Download() {
  const { chosen } = useChosen();
  const client = useClient();
  const absence = findAbsence(useSession(), 'exportFocus');
  const [state, setState] = useState<State>({ kind: 'ready' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const isBusy = state.kind === 'asking' || state.kind === 'receiving';

  const download = async () => {
    const controller = new AbortController();
    abort.current = controller;
    let target: FileTarget | undefined;
    try {
      target = await chooseFile(fileName(chosen));
      if (!target) return;
      asked.push(Date.now());
      setState({ kind: 'asking' });
      const file = await focusFile(toFileQuery(chosen)).ask(client, controller.signal);
      const counter = createRowCounter(chosen.format);
      const received = await receive(file, target, counter, (bytes) =>
        setState({ kind: 'receiving', bytes }),
      );
      setState({ kind: 'saved', received });
    } catch (error) {
      if (controller.signal.aborted) setState({ kind: 'canceled' });
      else setState({ kind: 'failed', error: error as Error });
      await target?.abort();
    }
  };

  return (
    <section className="panel" aria-label="Download" aria-busy={isBusy}>
      <header className="panel-head">
        <h2>Download</h2>
        <span className="unit">
          at most {filesPerMinute} files per minute and key; {Math.max(0, countLeft())} left in this
          tab
        </span>
      </header>
      {absence ? (
        <Absent absence={absence} />
      ) : (
        <>
          <p>
            <button
              type="button"
              className="primary"
              disabled={isBusy}
              onClick={() => void download()}
            >
              Download {fileName(chosen)}
            </button>{' '}
            {isBusy && (
              <button type="button" onClick={() => abort.current?.abort()}>
                Cancel
              </button>
            )}
          </p>
          <div role="status">
            <Progress state={state} />
          </div>
          {!savesToDisk() && (
            <p className="unit">
              This browser keeps the file in memory until it is complete, up to{' '}
              {formatBytes(largestInMemory)}. For larger files, use the command.
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Progress({ state }: { readonly state: State }) {
  const { waitingUntil } = useLimit();
  switch (state.kind) {
    case 'ready':
      return null;
    case 'asking':
      return waitingUntil < Date.now()
        ? 'Waiting for the file …'
        : 'The limit of files per minute is exceeded. Retrying within a minute.';
    case 'receiving':
      return (
        <>
          <progress aria-label="Received" />{' '}
          <span aria-live="off">{formatBytes(state.bytes)} received</span>
        </>
      );
    case 'canceled':
      return 'Canceled. Nothing was saved.';
    case 'failed':
      return <Failure error={state.error} />;
    case 'saved':
      return <Saved received={state.received} />;
  }
}

function Saved({ received: { bytes, rows, file } }: { readonly received: Received }) {
  return (
    <>
      <p>
        Complete: {formatBytes(bytes)}
        {rows !== undefined && `, ${formatCount(rows)} rows`}.{' '}
        {file.isPartial && 'Partial: clusters that the key may not read are missing. '}
        {file.archivedMonths.length > 0 && `${describeArchive(file.archivedMonths)}.`}
      </p>
      <p className="unit">
        A later file of the dataset instance <code>{file.datasetInstanceId}</code> replaces this
        one. The service aborts a file that it cannot complete, and nothing is saved then.
      </p>
    </>
  );
}

function Failure({ error }: { readonly error: Error }) {
  return (
    <div className="failure" role="alert">
      <p>{error.message} Nothing was saved.</p>
      {isApiError(error) && (
        <p>
          <code>
            {error.code} {error.requestId}
          </code>
        </p>
      )}
    </div>
  );
}
