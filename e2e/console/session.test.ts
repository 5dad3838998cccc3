import { expect } from 'chai';
import { type Console, openConsole, settled } from '../support/console/console.ts';
import { costplaneJson, serve } from '../support/costplane.ts';
import { writeConfig } from '../support/editions/write-config.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('console: session', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  it('removes the key from the URL of npm start, and keeps it for the tab', async () => {
    const { page, close, complaints } = await console.open(`key=${console.key}`, { key: '' });
    await settled(page);
    expect(page.url()).to.not.contain('cpk_');
    const heading = page.getByRole('heading', { name: 'Overview' });
    await heading.waitFor();

    await page.reload();
    await heading.waitFor();
    const kept = 'JSON.stringify([document.cookie, Object.values(localStorage)])';
    expect(await page.evaluate(kept)).to.equal('["",[]]');
    expect(complaints).to.eql([]);

    const base = page.url().replace(/#.*/, '');
    await page.goto(`${base}#key=${console.key}`);
    await page.waitForURL(({ hash }) => !hash.startsWith('#key='));
    await heading.waitFor();
    await close();
  });

  it('replaces a key by that of a link only if the user agrees and the key is valid', async () => {
    const { page, close } = await console.open('/', { key: '' });
    await page.getByLabel('API key').fill(console.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const heading = page.getByRole('heading', { name: 'Overview' });
    await heading.waitFor();
    const base = page.url().replace(/#.*/, '');
    const openLink = async (key: string, answer: 'accept' | 'dismiss') => {
      const asked = page.waitForEvent('dialog');
      await page.goto(`${base}#key=${key}`);
      const dialog = await asked;
      expect(dialog.message()).to.equal('Switch to the key in this link?');
      await dialog[answer]();
    };
    const kept = () => page.evaluate("sessionStorage.getItem('costplane-key')");

    const other = await console.createKey('organization:read');
    await openLink(other, 'dismiss');
    await heading.waitFor();
    expect(await kept()).to.equal(console.key);
    expect(page.url()).to.not.contain('cpk_');

    await openLink('%', 'accept');
    await page.getByText('This key is unknown or was revoked.').waitFor();
    expect(await kept()).to.equal(console.key);

    await openLink(other, 'accept');
    await page.getByText('Explore: the key lacks cost_explorer:read').waitFor();
    expect(await kept()).to.equal(other);
    expect(page.url()).to.not.contain('cpk_');
    await close();
  });

  it('asks for a key, rejects an invalid one, and signs in and out', async () => {
    const { page, close, checkAccessibility } = await console.open('/', { key: '' });
    const field = page.getByLabel('API key');
    await field.fill('cpk_wrong');
    await field.press('Enter');
    expect(await page.getByRole('alert').innerText()).to.match(/key is unknown or was revoked/);
    expect(await checkAccessibility()).to.eql([]);

    await field.fill(console.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await field.waitFor();
    await close();
  });

  it('hides views without a scope of the key, and names the scope', async () => {
    const key = await console.createKey('organization:read clusters:read');
    const { page, close, requests } = await console.open('/', { key });
    await settled(page);
    const views = page.getByRole('navigation', { name: 'Views' });
    expect(await views.getByRole('link').allTextContents()).to.eql(['Overview', 'Clusters']);
    for (const scope of ['cost_explorer:read', 'teams:read', 'recommendations:read']) {
      expect(await page.getByText(`the key lacks ${scope}`).count()).to.be.greaterThan(0);
    }
    const teams = page.getByRole('region', { name: 'Teams', exact: true });
    expect(await teams.innerText()).to.contain('Your key lacks the scope cost_explorer:read');
    expect(requests.some((path) => path.includes('/v1/teams'))).to.be.false;
    await close();
  });

  it('shows the cost per day of the organization to a key that may not read its clusters', async () => {
    const key = await console.createKey('organization:read');
    const { page, close } = await console.look('/', { key });
    const panel = page.getByRole('region', { name: 'Cost per day', exact: true });
    expect(await panel.getByRole('link', { name: / USD$/ }).count()).to.be.above(0);
    expect(await panel.innerText())
      .to.contain('All clusters')
      .and.contain('Your key lacks the scope clusters:read');
    await close();
  });

  it('takes typed values for a filter whose values the key may not read', async () => {
    const key = await console.createKey('recommendations:read organization:read');
    const { page, close } = await console.look('/recommendations', { key });
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByText('Cluster').click();
    await filters.getByText('Your key lacks the scope clusters:read').waitFor();
    const { data } = await console.ask<{ data: { id: string }[] }>('/v1/clusters?limit=1');
    await filters.getByLabel('Find a value of Cluster').fill(data[0]?.id ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`cluster_id=${data[0]?.id}`));
    await close();
  });

  it('takes typed values for a filter whose values cannot be loaded', async () => {
    const { page, close } = await console.look('/recommendations');
    await page.route('**/v1/clusters?*', (route) => route.fulfill({ status: 503, json: {} }));
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByText('Cluster').click();
    await filters.getByText('Suggestions could not be loaded. You can type values.').waitFor();
    await filters.getByLabel('Find a value of Cluster').waitFor();
    await close();
  });

  it('says that a key may not read any cluster, instead of how to connect one', async () => {
    const key = await console.createKey('all');
    await console.database.sql(
      "update api_keys set allowed_cluster_ids = '{}' where key_hash = sha256($1::text::bytea)",
      [key],
    );
    const { page, close } = await console.look('/', { key });
    await page.getByText('Your key may not read any cluster.').waitFor();
    expect(await page.getByRole('region', { name: 'Connect a cluster' }).count()).to.equal(0);
    await close();
  });

  it('shows how to connect a cluster to an organization without clusters', async () => {
    const environment = { DATABASE_URL: console.database.url };
    await costplaneJson(['org', 'create', 'empty'], environment);
    const words = ['key', 'create', '--org', 'empty', '--scope', 'all'];
    const { key } = await costplaneJson<{ key: string }>(words, environment);
    const { page, close, complaints, checkAccessibility } = await console.open('/', { key });
    await settled(page);
    const first = page.getByRole('region', { name: 'Connect a cluster' });
    expect(await first.innerText()).to.contain('costplane agent-token create');
    expect(await page.getByText('There is no data for these days.').count()).to.equal(1);
    expect(await checkAccessibility()).to.eql([]);
    expect(complaints).to.eql([]);
    await close();
  });

  it('can be used with only the keyboard', async () => {
    const { page, close } = await console.open('/');
    await settled(page);
    await page.keyboard.press('Tab');
    expect(await focusedText()).to.equal('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).to.equal('view');

    await page.getByRole('link', { name: 'Clusters' }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/clusters/);
    await page.locator('#view:focus').waitFor();
    await close();

    function focusedText() {
      return page.evaluate('document.activeElement.textContent');
    }
  });

  it('keeps the selected theme', async () => {
    const { page, close } = await console.open('/', { colorScheme: 'light' });
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    expect(await theme()).to.equal('light');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await theme()).to.equal('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Light theme' }).waitFor();
    expect(await theme()).to.equal('dark');
    await close();
  });

  it('hides views of plugins that are not loaded', async () => {
    const folder = await temporaryFolder();
    const names = ['health', 'organization', 'clusters', 'trends', 'console'];
    const plugins = names.map((name) => ({ package: `@costplane/plugin-${name}` }));
    const service = await serve({
      DATABASE_URL: console.database.url,
      COSTPLANE_CONFIG: await writeConfig(folder.path, 'few', plugins),
    });
    const { page, close, complaints } = await console.open('/', { url: service.url });
    await settled(page);
    const views = page.getByRole('navigation', { name: 'Views' });
    expect(await views.getByRole('link').allTextContents()).to.eql(['Overview', 'Clusters']);
    const teams = page.getByRole('region', { name: 'Teams', exact: true });
    expect(await teams.innerText()).to.contain('does not serve queryCostExplorer');
    expect(complaints).to.eql([]);
    await close();
    await service.stop();
    await folder.remove();
  });
});
