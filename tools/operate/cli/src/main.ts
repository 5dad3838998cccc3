import { die } from './report-failure.ts';
import { run } from './run.ts';
import { isStopped } from './stop-signal.ts';

// `costplane openapi | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.on('uncaughtException', die);

process.exitCode = await run(process.argv.slice(2));
// Abandoned work, such as reading from a terminal, and timers of plugins would keep the process
// alive.
if (isStopped() || process.exitCode !== 0) process.exit();
