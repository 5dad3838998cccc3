import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { format, resolveConfig } from 'prettier';
import { repository } from '../repository.ts';
import { shorten } from './shorten.ts';
import { startDemo, type Demo } from './start-demo.ts';
import { toRequest, type Operation } from './to-request.ts';

type Examples = Record<string, { parameters?: unknown; body?: unknown; response?: unknown }>;

/** The same in every example, so that a new run only changes what is new. */
const requestId = 'req_01K0EXAMPLE0000000000000AA';

/** They are created in the background, after the service has started. */
async function waitForRecommendations({ url, key }: Demo) {
  const headers = { Authorization: `Bearer ${key}` };
  for (let seconds = 0; seconds < 120; seconds += 1) {
    const { data } = (await (await fetch(`${url}/v1/recommendations`, { headers })).json()) as {
      data: unknown[];
    };
    if (data.length > 0) return;
    await sleep(1000);
  }
  throw new Error('The demo has no recommendations');
}

async function takeExample(demo: Demo, method: string, path: string, operation: Operation) {
  const request = toRequest(method, path, operation);
  const headers = { ...request.init.headers, Authorization: `Bearer ${demo.key}` };
  const response = await fetch(`${demo.url}${request.path}`, { ...request.init, headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${request.path} answered ${text}`);
  return toExample(response, text);
}

function toExample({ headers }: Response, text: string): unknown {
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const id = headers.get('x-request-id') ?? '';
  return shorten(isJson ? JSON.parse(text.replaceAll(id, requestId)) : text);
}

async function takeExamples(demo: Demo, files: readonly string[]) {
  await waitForRecommendations(demo);
  const served = await fetch(`${demo.url}/v1/openapi.json`);
  const { paths } = (await served.json()) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  for (const file of files) {
    const examples = JSON.parse(await readFile(file, 'utf8')) as Examples;
    for (const { method, path, operation } of operations) {
      const example = examples[operation.operationId];
      if (example) example.response = await takeExample(demo, method, path, operation);
    }
    const options = { ...(await resolveConfig(file)), filepath: file };
    const text = JSON.stringify(examples).replaceAll(demo.url, 'http://127.0.0.1:8080');
    await writeFile(file, await format(text, options));
  }
}

const files = globSync(join(repository, 'plugins/*/examples.json')).sort();
const packages = files.map((file) => `@costplane/plugin-${basename(dirname(file))}`);
const demo = await startDemo(packages);
await takeExamples(demo, files).finally(() => demo.stop());
