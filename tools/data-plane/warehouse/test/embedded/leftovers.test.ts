import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireEmbeddedDatabase } from '../../src/index.ts';
import { onServer } from '../../src/testing/on-server.ts';
import { dropLeftovers } from '../../src/testing/server.ts';
import { templateName } from '../../src/testing/template.ts';

describe('dropLeftovers', () => {
  it('drops test databases and the templates of other versions, if no other test run uses the server', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'costplane-leftovers-'));
    const database = await acquireEmbeddedDatabase({
      home: join(parent, 'home'),
      isDurable: false,
    });
    const template = await templateName();
    const kept = [template, `${template}_20260701_20260930`];
    await onServer(database.url, async (client) => {
      await client.query('create database costplane_test_1_a');
      for (const name of ['costplane_template_0', ...kept]) {
        await client.query(`create database ${name} is_template true allow_connections false`);
      }
      await dropLeftovers(database.url);
      const { rows } = await client.query<{ name: string }>(
        `select datname as name from pg_database where datname like 'costplane\\_%' order by 1`,
      );
      expect(rows.map(({ name }) => name)).to.eql(kept);
    });
    await database.release();
    await rm(parent, { recursive: true });
  });
});
