import { focusFile } from '../../api/focus.ts';
import { toCurl } from '../../api/question.ts';
import { CopyButton } from '../../parts/show-request.tsx';
import { fileName, toFileQuery, useChosen } from './options.ts';

/** The same file with `curl`, which shows the trailers of the response. */
export function CommandLine() {
  const { chosen } = useChosen();
  const curl = toCurl(focusFile(toFileQuery(chosen)), [
    '-H "TE: trailers"',
    '-D headers.txt',
    `-o ${fileName(chosen)}`,
  ]);
  const command = `${curl}\ngrep -i x-export headers.txt`;
  return (
    <section className="panel" aria-label="Command line">
      <header className="panel-head">
        <h2>Command line</h2>
        <span className="panel-controls">
          <CopyButton text={command} />
        </span>
      </header>
      <pre tabIndex={0} className="command">
        {command}
      </pre>
      <p className="unit">
        The last lines of <code>headers.txt</code> are the trailers, which browsers do not show:{' '}
        <code>X-Export-Status</code> must be <code>complete</code>, and{' '}
        <code>X-Export-Row-Count</code> is the number of rows. Without them, the file is incomplete:
        discard it.
      </p>
    </section>
  );
}
