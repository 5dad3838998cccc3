// Pictures of the console for README and docs, from the demo: npm run screenshots
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pinnedEnvironment, pinnedNode, root } from './repository.mjs';

const { chromium } = createRequire(join(root, 'e2e/package.json'))('playwright-core');
const executablePath = process.env.COSTPLANE_TEST_BROWSER ?? '/usr/bin/chromium';
const largestSaving = async (page) => {
  const list = page.getByRole('region', { name: 'Pending and dismissed', exact: true });
  await list.locator('tbody a').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};
const pictures = [
  { name: 'overview', title: 'Overview', view: '/', colorScheme: 'light' },
  { name: 'explore', title: 'Explore', view: '/explore?by=namespace', colorScheme: 'dark' },
  {
    name: 'recommendation',
    title: 'Recommendations',
    view: '/recommendations',
    colorScheme: 'light',
    go: largestSaving,
  },
];

const home = await mkdtemp(join(tmpdir(), 'costplane-screenshots-'));
const command = join(root, 'tools/operate/cli/bin/costplane.js');
const service = spawn(pinnedNode, [command, 'start', '--port', '0', '--json'], {
  env: pinnedEnvironment({ COSTPLANE_HOME: home, MANAGEMENT_PORT: '0' }),
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const { url, key } = await started(service.stdout);
  await recommended(url, key);
  for (const { name, title, view, colorScheme, go } of pictures) {
    const page = await browser.newPage({
      colorScheme,
      locale: 'en-US',
      viewport: { width: 1280, height: 800 },
    });
    await page.goto(`${url}/console/#key=${key}`);
    await settled(page);
    await page.goto(`${url}/console/#${view}`);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await settled(page);
    await go?.(page);
    await settled(page);
    await page.screenshot({ path: join(root, `docs/images/${name}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
  service.kill('SIGINT');
  await new Promise((resolve) => service.once('close', resolve));
  await rm(home, { recursive: true, force: true });
}

/** What `start --json` prints once it serves. */
async function started(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (text.endsWith('}\n')) return JSON.parse(text);
  }
  throw new Error('the service ended before it was ready');
}

/** The demo's recommendations are made once it serves. */
async function recommended(url, key) {
  const headers = { Authorization: `Bearer ${key}` };
  for (;;) {
    const answer = await fetch(`${url}/v1/recommendations?limit=1`, { headers });
    if ((await answer.json()).data.length > 0) return;
    await sleep(1_000);
  }
}

function settled(page) {
  return page.locator('#view:not(:has([aria-busy=true]))').waitFor();
}
