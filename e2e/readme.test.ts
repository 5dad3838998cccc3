import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, type Service } from './support/costplane.ts';
import { temporaryFolder } from './support/folder.ts';
import { repository } from './support/paths.ts';

interface Example {
  readonly url: string;
  readonly needsKey: boolean;
  readonly printed: unknown;
}

/** The requests of the tour, each with the answer that the README shows for it. */
function examplesOf(readme: string): Example[] {
  const blocks = readme.matchAll(/```sh\n([^`]*?curl -s[^`]*?)```\s+```json\n([\s\S]*?)```/g);
  return [...blocks].map(([, commands = '', printed = '']) => ({
    url: /(http:[^\s"]+)/.exec(commands)?.[1] ?? '',
    needsKey: commands.includes('Bearer $KEY'),
    printed: JSON.parse(printed) as unknown,
  }));
}

/** Requires that an answer holds all that an excerpt shows; `…` stands for any value. */
function requireExcerpt(answer: unknown, excerpt: unknown, path: string): void {
  if (excerpt === '…') {
    expect(answer, path).to.be.ok;
  } else if (typeof excerpt === 'object' && excerpt !== null) {
    for (const [key, value] of Object.entries(excerpt)) {
      requireExcerpt((answer as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    expect(answer, path).to.equal(excerpt);
  }
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
    expect(examples).to.have.length(6);
    const key = (await readFile(join(folder.path, 'home/demo-key'), 'utf8')).trim();
    for (const { url, needsKey, printed } of examples) {
      const response = await fetch(url.replace('http://127.0.0.1:8080', service.url), {
        headers: needsKey ? { Authorization: `Bearer ${key}` } : {},
      });
      requireExcerpt(await response.json(), printed, url);
    }
  }).timeout(30_000);
});
