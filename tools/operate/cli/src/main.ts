import { die } from './report-failure.ts';
import { run } from './run.ts';
import { isStopped } from './stop-signal.ts';

// `costplane openapi | head` closes the pipe early, which is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
/** What the kernel, which loads late, marks its listeners with. */
const decides = Symbol.for('costplane.decidesAboutExceptions');
process.on('uncaughtException', (error) => {
  // While plugins load and the service runs, the kernel decides what may go on.
  if (process.listeners('uncaughtException').some((listener) => decides in listener)) return;
  die(error);
});

process.exitCode = await run(process.argv.slice(2));
// What was given up, such as reading from a terminal, would keep the process, and so would a timer of
// a plugin.
if (isStopped() || process.exitCode !== 0) process.exit();
