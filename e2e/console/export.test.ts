import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import {
  archiveLastMonth,
  readAmounts,
  type Console,
  openConsole,
  settled,
  type Visit,
} from '../support/console/console.ts';

const dayMs = 86_400_000;
const daysAgo = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);
const [from, to] = [daysAgo(3), daysAgo(2)];
const window = `from=${from}&to=${to}`;

/** Runs in the page: a test cannot answer the browser's dialog, so the file is kept in memory. */
function removePicker(): void {
  const page = globalThis as { showSaveFilePicker?: unknown };
  delete page.showSaveFilePicker;
}

/** The service, seen through a connection that breaks within each file. */
async function serveCutFiles(target: string) {
  const proxy = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    const isFile = url.startsWith('/v1/exports/focus?');
    const forwarded = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (isFile) answer.once('data', (chunk) => outgoing.write(chunk, () => outgoing.destroy()));
      else answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

describe('console: export', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  const open = async (view: string, options = {}): Promise<Visit> => {
    const visit = await console.look(view, options);
    await visit.page.evaluate(removePicker);
    return visit;
  };
  const file = async (query: string) => {
    const response = await fetch(`${console.service.url}/v1/exports/focus?${query}`, {
      headers: { Authorization: `Bearer ${console.key}` },
    });
    expect(response.status).to.equal(200);
    return response.text();
  };
  const download = async ({ page }: Visit) => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download focus-/ }).click(),
    ]);
    return { name: saved.suggestedFilename(), content: readFileSync(await saved.path(), 'utf8') };
  };

  it('saves the file of the API byte by byte, and shows the number of rows', async () => {
    const visit = await open(`/export?${window}`);
    const saved = await download(visit);

    const content = await file(`from=${from}&to=${daysAgo(1)}`);
    expect(saved.content).to.equal(content);
    expect(saved.name).to.equal(`focus-workload-${from}-${daysAgo(1)}.csv`);
    const rows = content.trimEnd().split('\n').length - 1;
    await visit.page
      .getByText(`Complete:`)
      .and(visit.page.getByText(`${rows.toLocaleString('en-US')} rows`))
      .waitFor();
    expect(visit.complaints).to.eql([]);
    await visit.close();
  });

  it('shows the sum of the file beforehand', async () => {
    const { page, close } = await open(`/export?${window}`);
    const content = await file(`from=${from}&to=${daysAgo(1)}&columns=EffectiveCost`);
    const total = content
      .trimEnd()
      .split('\n')
      .slice(1)
      .reduce((sum, cost) => {
        const [whole = '0', fraction = ''] = cost.split('.');
        return sum + BigInt(whole + fraction.padEnd(12, '0'));
      }, 0n);
    const rounded = (total + 50_000_000n) / 100_000_000n;
    const digits = String(rounded).padStart(5, '0');
    expect(await readAmounts(page, 'Contents')).to.eql([
      `${digits.slice(0, -4)}.${digits.slice(-4)}`,
    ]);
    await close();
  });

  it('restores the state from a URL, and requests exactly the selection', async () => {
    const clusters = await console.ask<{ data: { id: string; metadata: { name: string } }[] }>(
      '/v1/clusters?limit=1',
    );
    const [cluster] = clusters.data;
    const visit = await open(`/export?${window}`);
    const { page } = visit;
    await page.getByLabel('One row per namespace').check();
    await page.getByLabel('Idle capacity distributed over workloads').check();
    await page.getByLabel('JSON Lines').check();
    await page.getByLabel(cluster?.metadata.name ?? '', { exact: true }).check();
    await page.getByRole('button', { name: 'Cost and owners' }).click();
    // The address changes after the click that chooses.
    await page.waitForURL(/columns=/);
    await page.reload();
    await settled(page);
    await page.evaluate(removePicker);

    expect(await page.getByLabel('One row per namespace').isChecked()).to.equal(true);
    expect(await page.getByLabel('JSON Lines').isChecked()).to.equal(true);
    const saved = await download(visit);
    const columns = Object.keys(JSON.parse(saved.content.split('\n')[0] ?? '') as object);
    expect(columns).to.have.length(11).and.include('EffectiveCost');
    expect(saved.content).to.equal(
      await file(
        `from=${from}&to=${daysAgo(1)}&grain=namespace&idle=apportioned&format=jsonl&cluster_id=${cluster?.id}&columns=${columns.join(',')}`,
      ),
    );
    const command = await page
      .getByRole('region', { name: 'Command line' })
      .locator('pre')
      .innerText();
    expect(command)
      .to.contain('grain=namespace')
      .and.contain(cluster?.id)
      .and.not.contain(console.key);
    await visit.close();
  });

  it('saves nothing of an aborted file, and reports it', async () => {
    const proxy = await serveCutFiles(console.service.url);
    const { page, close } = await open(`/export?${window}`, { url: proxy.url });
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.getByRole('button', { name: /^Download focus-/ }).click();
    await page
      .getByRole('alert')
      .getByText('The export was interrupted: discard what was read of the file')
      .waitFor();
    expect(saved).to.eql([]);
    await close();
    proxy.close();
  });

  it('stops when it is canceled', async () => {
    const { page, close } = await open(`/export?${window}`);
    await page.route('**/v1/exports/focus?*', () => undefined);
    await page.getByRole('button', { name: /^Download focus-/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Canceled. Nothing was saved.').waitFor();
    await close();
  });

  it('names the clusters that the key excludes', async () => {
    const { data } = await console.ask<{ data: { id: string }[] }>('/v1/clusters');
    const key = await console.createKey('cost_explorer:read', '--cluster', data[0]?.id ?? '');
    const { page, close } = await open(`/export?${window}`, { key });
    await page
      .getByRole('region', { name: 'Contents' })
      .getByText(`yes: ${data.length - 1} clusters that the key may not read are excluded`)
      .waitFor();
    await close();
  });

  it('names the archived months, before and after the download', async () => {
    const archive = await archiveLastMonth(console);
    // A key of its own: the files of the tests above are as many as a key may request in a minute.
    const visit = await open('/export', { key: await console.createKey('all') });
    const contents = visit.page.getByRole('region', { name: 'Contents' });
    await contents.getByText(/^\w+ 20\d\d is archived and not included$/).waitFor();
    await contents.getByText('There is no other cost in this range').waitFor();
    await download(visit);
    await visit.page.getByText(/^Complete: .* is archived and not included\.$/).waitFor();
    await visit.close();
    await archive.restore();
  });

  it('has no accessibility violations in either theme', async () => {
    const { page, checkAccessibility, close } = await open(`/export?${window}`);
    await page.getByText('Choose columns').click();
    expect(await checkAccessibility()).to.eql([]);
    await close();
  });

  it('fits a phone screen', async () => {
    const { page, close } = await open(`/export?${window}`, {
      viewport: { width: 390, height: 800 },
    });
    expect(
      await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).to.equal(0);
    await close();
  });
});
