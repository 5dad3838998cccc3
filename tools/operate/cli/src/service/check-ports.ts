import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen, portKeys, type ServiceConfig } from '@costplane/kernel';
import { StartupError, type StartupProblem } from '@costplane/plugin-api/internal';

/** Finds problems that would keep the service from binding its ports, by binding each one briefly. */
export async function checkPorts({
  server,
  management,
}: Pick<ServiceConfig, 'server' | 'management'>): Promise<readonly StartupProblem[]> {
  const problems = await Promise.all([
    checkPort(server, portKeys.server),
    checkPort(management, portKeys.management),
  ]);
  return problems.flat();
}

async function checkPort(
  address: { readonly host: string; readonly port: number },
  key: string,
): Promise<readonly StartupProblem[]> {
  const server = createServer();
  try {
    await listen(server, address, key);
  } catch (error) {
    if (error instanceof StartupError) return error.problems;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return [];
}
