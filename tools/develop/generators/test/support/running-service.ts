import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkspaceCopy } from './workspace-copy.ts';

export interface RunningService {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts what `npm start` starts, in a copy, and waits until it answers. */
export async function startService(workspace: WorkspaceCopy): Promise<RunningService> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const child = spawn('node', ['tools/operate/cli/bin/costplane.js', 'start', '--days', '0'], {
    cwd: workspace.folder,
    env: workspace.environment({ PORT: String(port), MANAGEMENT_PORT: String(managementPort) }),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await answers(`${url}/health/live`)); waited += 50) {
    if (child.exitCode !== null || waited > 90_000) {
      child.kill('SIGKILL');
      throw new Error(`the service did not start: ${output}`);
    }
    await sleep(50);
  }
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
