import { type ReactNode, useEffect, useState } from 'react';
import { type Absence, type Answer, isApiError } from '../api/answer.ts';
import { endSession, useLimit } from '../api/session.ts';
import { formatTime } from './days.ts';
import { CopyButton, ShowRequest } from './show-request.tsx';
import './panel.css';

interface PanelProps<Body> {
  readonly title: string;
  /** The unit of the numbers: "USD per day". Once per panel, so that cells hold only numbers. */
  readonly unit?: string;
  readonly answer: Answer<Body>;
  /** The height of the content in pixels, reserved while it loads to avoid layout shifts. */
  readonly height?: number;
  readonly controls?: ReactNode;
  /** Shown in place of the content if it is empty. */
  readonly empty?: (body: Body) => ReactNode | undefined | false;
  readonly children: (body: Body) => ReactNode;
}

/** One response of the API in each of its states, with the request behind it. */
export function Panel<Body>(props: PanelProps<Body>) {
  const { title, unit, answer, controls } = props;
  return (
    <section className="panel" aria-label={title} aria-busy={answer.isLoading}>
      <header className="panel-head">
        <div className="panel-title">
          <h2>{title}</h2>
          {unit && <span className="unit">{unit}</span>}
        </div>
        <span className="panel-controls">
          {controls}
          {!answer.absence && <ShowRequest of={answer.questions} />}
        </span>
      </header>
      <PanelBody {...props} />
    </section>
  );
}

function PanelBody<Body>({ answer, height = 120, empty, children }: PanelProps<Body>) {
  const { data, error, absence, isLoading, isEarlier } = answer;
  if (absence) return <Absent absence={absence} />;
  if (isEarlier && !isLoading && !error) return <Canceled answer={answer} />;
  if (data === undefined) {
    return error ? (
      <Failure answer={answer} error={error} />
    ) : (
      <Skeleton answer={answer} height={height} />
    );
  }
  const nothing = empty?.(data);
  return (
    <>
      {error && <Failure answer={answer} error={error} />}
      {isEarlier && isLoading && <SlowNotice answer={answer} />}
      <div className={error || isEarlier ? 'panel-body outdated' : 'panel-body'}>
        {nothing ? <p className="empty">{nothing}</p> : children(data)}
      </div>
    </>
  );
}

export function Absent({ absence }: { readonly absence: Absence }) {
  return (
    <p className="empty">
      {absence.kind === 'scope' ? (
        <>
          Your key lacks the scope <code>{absence.scope}</code>. Ask your administrator for a key
          that has it.
        </>
      ) : (
        <>
          This service does not serve <code>{absence.operation}</code>: its plugin is not loaded.
        </>
      )}
    </p>
  );
}

function Skeleton({
  answer,
  height,
}: {
  readonly answer: Answer<unknown>;
  readonly height: number;
}) {
  return (
    <div className="skeleton" style={{ minHeight: height }}>
      <span className="visually-hidden">Loading</span>
      <SlowNotice answer={answer} />
    </div>
  );
}

const slowMs = 2_000;

/** After two seconds: what is loading, and a button to cancel. */
function SlowNotice({ answer }: { readonly answer: Answer<unknown> }) {
  const [isSlow, setSlow] = useState(false);
  const { waitingUntil } = useLimit();
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  if (waitingUntil > Date.now()) return <Countdown until={waitingUntil} />;
  if (!isSlow) return null;
  const about = [...new Set(answer.questions.map((question) => question.about))];
  return (
    <p className="notice" role="status">
      Loading {about.slice(0, 3).join(', ')} …{' '}
      <button type="button" onClick={answer.cancel}>
        Cancel
      </button>
    </p>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return (
    <p className="notice">
      <span role="status">The rate limit of the key is exceeded.</span> Retrying in {seconds} s.
    </p>
  );
}

function Canceled({ answer }: { readonly answer: Answer<unknown> }) {
  return (
    <p className="empty">
      Canceled.{' '}
      <button type="button" onClick={answer.retry}>
        Ask again
      </button>
    </p>
  );
}

function Failure({ answer, error }: { readonly answer: Answer<unknown>; readonly error: Error }) {
  return (
    <div className="failure" role="alert">
      <p>{describe(error, answer.data !== undefined)}</p>
      {isApiError(error) && (
        <p>
          <code>
            {error.code} {error.requestId}
          </code>{' '}
          <CopyButton text={`${error.code} ${error.requestId}`} />
        </p>
      )}
      {answer.data !== undefined && (
        <p>
          Shown as of {formatTime(answer.answeredAt)}
          {answer.isEarlier && ', with the previous settings'}.
        </p>
      )}
      {isApiError(error) && error.code === 'UNAUTHORIZED' ? (
        <button type="button" onClick={endSession}>
          Sign in again
        </button>
      ) : (
        <button type="button" onClick={answer.retry}>
          Retry
        </button>
      )}
    </div>
  );
}

function describe(error: Error, hasData: boolean): string {
  if (isApiError(error)) return error.message;
  if (navigator.onLine) return 'The service cannot be reached.';
  return hasData ? 'You are offline. The data was loaded earlier.' : 'You are offline.';
}
