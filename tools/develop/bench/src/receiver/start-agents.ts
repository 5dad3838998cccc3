import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Order, type Outcome } from './messages.ts';

const script = fileURLToPath(new URL('./agents.js', import.meta.url));

/** Agents in a process of their own. */
export interface Agents {
  report(order: Order): Promise<Outcome>;
  stop(): void;
}

/** Starts the process of agents, which prepares so many reports of each. */
export async function startAgents(
  agents: number,
  { pods, reports }: { pods: number; reports: number },
): Promise<Agents> {
  const child = fork(script, [agents, pods, reports].map(String), { stdio: 'inherit' });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop));
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  child.once('exit', () => {
    reject(new Error('The process of the agents has ended'));
  });
  const message = async () =>
    ((await Promise.race([once(child, 'message'), ended])) as [unknown])[0];
  await message();
  return {
    async report(order) {
      child.send(order);
      return (await message()) as Outcome;
    },
    stop,
  };
}
