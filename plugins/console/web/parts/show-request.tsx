import { useRef, useState } from 'react';
import { type Question, toCurl } from '../api/question.ts';

/** The exact requests behind a panel, to paste into a shell. */
export function ShowRequest({ of: questions }: { readonly of: readonly Question<unknown>[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="quiet icon"
        title="Show request"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <span className="visually-hidden">Show request</span>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M5 4 1.5 8 5 12M11 4l3.5 4L11 12M9.3 3 6.7 13" />
        </svg>
      </button>
      <dialog
        ref={dialog}
        className="requests"
        aria-label="Requests"
        onClose={() => setOpen(false)}
      >
        {isOpen && <Requests questions={questions} />}
        <form method="dialog">
          <button>Close</button>
        </form>
      </dialog>
    </>
  );
}

function Requests({ questions }: { readonly questions: readonly Question<unknown>[] }) {
  return questions.map((question, index) => {
    const curl = toCurl(question);
    return (
      <div key={index}>
        <p>
          {question.about}: <CopyButton text={curl} />
        </p>
        <pre tabIndex={0}>{curl}</pre>
      </div>
    );
  });
}

export function CopyButton({
  text,
  label = 'Copy',
}: {
  readonly text: string;
  readonly label?: string;
}) {
  const [result, setResult] = useState<string>();
  // Over plain HTTP, browsers offer no clipboard.
  if (!isSecureContext) return null;
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(
          () => setResult('Copied'),
          () => setResult('Could not copy'),
        );
      }}
    >
      {result ?? label}
    </button>
  );
}
