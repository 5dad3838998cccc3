import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, type Service } from './support/costplane.ts';
import { requireExcerpt, requireText } from './support/docs/excerpt.ts';
import { temporaryFolder } from './support/folder.ts';
import { repository } from './support/paths.ts';

interface Example {
  readonly url: string;
  readonly needsKey: boolean;
  /** Sent as a POST. */
  readonly body: string | undefined;
  readonly printed: string;
  readonly format: string;
}

/** The requests of the tour, each with the answer that the README shows for it. */
function examplesOf(readme: string): Example[] {
  const blocks = readme.matchAll(/```sh\n([^`]*?curl -s[^`]*?)```\s+```(json|csv)\n([\s\S]*?)```/g);
  return [...blocks].map(([, commands = '', format = '', printed = '']) => ({
    url: /(http:[^\s"]+)/.exec(commands)?.[1] ?? '',
    needsKey: commands.includes('Bearer $KEY'),
    body: /-d '([^']+)'/.exec(commands)?.[1],
    printed,
    format,
  }));
}

describe('the tour of the README', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let examples: Example[];

  before(async function () {
    this.timeout(60_000);
    folder = await temporaryFolder();
    examples = examplesOf(await readFile(join(repository, 'README.md'), 'utf8'));
    service = await serve({ COSTPLANE_HOME: join(folder.path, 'home') }, ['start']);
  });
  after(async () => {
    await service.stop();
    await folder.remove();
  });

  it('prints what the README says it prints', async () => {
    expect(examples).to.have.length(9);
    const key = (await readFile(join(folder.path, 'home/demo-key'), 'utf8')).trim();
    for (const { url, needsKey, body, printed, format } of examples) {
      const response = await fetch(url.replace('http://127.0.0.1:8080', service.url), {
        headers: {
          ...(needsKey ? { Authorization: `Bearer ${key}` } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      if (format === 'csv') requireText(await response.text(), printed);
      else requireExcerpt(await response.json(), JSON.parse(printed), url);
    }
  }).timeout(30_000);
});
