import { type CostplaneClient, createClient } from '@costplane/client';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { costplaneHome, nonEmpty } from '../environment.ts';
import { say } from '../say.ts';
import { explainFailure } from './explain-failure.ts';

export interface Connection {
  url?: string;
  key?: string;
}

const demoUrl = () => `http://127.0.0.1:${nonEmpty(process.env.PORT) ?? '8080'}`;
const isLocal = (url: string) => /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/.test(url);

/**
 * A query to a service over HTTP, which can be repeated: to the given one, or that of `npm start` on
 * this machine.
 */
export async function prepareQuery<T>(
  options: Connection,
  ask: (client: CostplaneClient) => Promise<T>,
): Promise<() => Promise<T>> {
  const url = nonEmpty(options.url) ?? demoUrl();
  if (!URL.canParse(url)) {
    throw new CommandError(`${url} is not a URL; use the form http://127.0.0.1:8080`);
  }
  const key = (nonEmpty(options.key) ?? (await readDemoKey(url))).trim();
  // The error of fetch would contain the key.
  if (/[^!-~]/.test(key)) {
    throw new CommandError(
      'The key contains characters that no key has; check --key or COSTPLANE_KEY',
    );
  }
  const client = createClient({
    url,
    key,
    onRetry: ({ error, waitMs }) => {
      say(`${error.message} Waiting ${Math.ceil(waitMs / 1000)} s before trying again`);
    },
  });
  return () =>
    ask(client).catch((error: unknown) => {
      throw explainFailure(error, url);
    });
}

/** The demo key is not sent to other services. */
async function readDemoKey(url: string): Promise<string> {
  const file = join(costplaneHome(), 'demo-key');
  const key = isLocal(url) ? await readFile(file, 'utf8').catch(() => undefined) : undefined;
  if (key !== undefined) return key;
  throw new CommandError(
    `No key for ${url}; set COSTPLANE_KEY, pass --key, or run this where \`npm start\` has ` +
      `created ${file}`,
  );
}
