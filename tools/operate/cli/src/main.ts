import { die } from './report-failure.ts';
import { run } from './run.ts';
import { isStopped } from './stop-signal.ts';

// `costplane openapi | head` closes the pipe early, which is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.on('uncaughtException', die);

process.exitCode = await run(process.argv.slice(2));
// What was given up, such as reading from a terminal, would keep the process, and so would a timer of
// a plugin.
if (isStopped() || process.exitCode !== 0) process.exit();
