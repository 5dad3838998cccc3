import { die } from './report-failure.ts';
import { run } from './run.ts';
import { isStopped } from './stop-signal.ts';

// `costplane price set ... | head` closes the pipe early; the work is still completed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.on('uncaughtException', die);

process.exitCode = await run(process.argv.slice(2));
// Abandoned work, such as reading from a terminal, and timers of plugins would keep the process
// alive.
if (isStopped() || process.exitCode !== 0) process.exit();
