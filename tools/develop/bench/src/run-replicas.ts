import cluster from 'node:cluster';

// Processes of one command behind one port, which the first process listens on for all of them.
// Started with: how many, the command, its arguments.

const [count, exec = '', ...args] = process.argv.slice(2);
cluster.setupPrimary({ exec, args });
for (let started = 0; started < Number(count); started += 1) cluster.fork();
process.once('SIGTERM', () => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
});
