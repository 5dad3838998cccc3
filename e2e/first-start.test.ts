import { expect } from 'chai';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './support/client.ts';
import { costplane, serve } from './support/costplane.ts';
import { temporaryFolder } from './support/folder.ts';

/** A printed curl line as the request that it makes. */
function parseCurl(line: string): { url: string; headers: Record<string, string> } {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const headers: Record<string, string> = {};
  words.forEach((word, index) => {
    if (word !== '-H') return;
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(words[index + 1] ?? '') ?? [];
    headers[name] = value;
  });
  return { url: words.find((word) => word.startsWith('http')) ?? '', headers };
}

describe('npm start', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  const environment = () => ({ COSTPLANE_HOME: join(folder.path, 'home') });

  it('loads the demo, and prints a URL, a key, working commands and curl lines, and the docs', async () => {
    const service = await serve(environment(), ['start', '--days', '1']);
    try {
      await untilPrinted(service.output, '/v1/docs');
      const printed = service.output.stdout + service.output.stderr;
      const key = (await readFile(join(folder.path, 'home/demo-key'), 'utf8')).trim();
      const lines = printed.split('\n').filter((line) => line.includes('curl '));

      expect(printed).to.contain(service.url);
      expect(printed).to.contain(key);
      expect((await stat(join(folder.path, 'home/demo-key'))).mode & 0o777).to.equal(0o600);
      expect(lines).to.have.length(3);
      for (const line of lines) {
        const { url, headers } = parseCurl(line);
        const response = await fetch(url, { headers });
        expect(response.status, line).to.equal(200);
      }
      const commands = printed.split('\n').filter((line) => line.includes('npx costplane '));
      expect(commands).to.have.length(2);
      for (const line of commands) {
        const { code, stdout } = await costplane(line.trim().split(' ').slice(2));
        expect(code, line).to.equal(0);
        expect(stdout, line).to.match(/^(NAME|TEAM) .* USD/);
      }
      const client = await createClient(service.url);
      const { body } = await client.get('/v1/clusters', key);
      expect(body.data.length).to.be.at.least(4);
      const providers = body.data.map(
        (one: { metadata: { provider: string } }) => one.metadata.provider,
      );
      expect(new Set(providers).size).to.be.at.least(3);
      expect((await fetch(`${service.url}/v1/docs`)).status).to.equal(200);
    } finally {
      expect(await service.stop()).to.equal(0);
    }
  });

  it('serves the same key and organization on the second start, without creating anything', async () => {
    const key = (await readFile(join(folder.path, 'home/demo-key'), 'utf8')).trim();
    const service = await serve(environment(), ['start', '--days', '1']);
    try {
      const client = await createClient(service.url);
      expect((await client.get('/v1/organization', key)).status).to.equal(200);
      const { stdout } = await costplane(['org', 'list', '--json'], environment());
      expect(JSON.parse(stdout)).to.have.length(1);
      expect(service.output.stderr).to.not.match(/Creating|Migrating|Loading/);
    } finally {
      await service.stop();
    }
  });

  it('reports a port in use in one line, and exits with 1', async () => {
    const service = await serve(environment());
    try {
      const { port } = new URL(service.url);
      const { code, stderr } = await costplane(['serve', '--port', port, '--json'], {
        ...environment(),
        MANAGEMENT_PORT: '0',
      });
      expect(code).to.equal(1);
      expect(stderr.trim()).to.match(/is already in use/);
      expect(stderr.trim().split('\n')).to.have.length(1);
    } finally {
      await service.stop();
    }
  });
});

async function untilPrinted(output: { stdout: string; stderr: string }, text: string) {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if ((output.stdout + output.stderr).includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
