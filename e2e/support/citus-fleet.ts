import { expect } from 'chai';
import { costplane } from './costplane.ts';
import { type Database } from './database.ts';
import { toUuid } from './snapshot.ts';
import { addCluster, type TenantCluster } from './tenants.ts';

export const organization = toUuid('organization');

/** The tables of a warehouse, on the workers of Citus or on one server, and an organization. */
export async function prepareWarehouse(
  database: Database,
  { isDistributed }: { isDistributed: boolean },
): Promise<void> {
  const args = ['migrate', ...(isDistributed ? ['--distribute'] : [])];
  const { code, stderr } = await costplane(args, { DATABASE_URL: database.url });
  expect(code, stderr).to.equal(0);
  await database.sql(`insert into organizations (id, name) values ($1, 'acme')`, [organization]);
}

/** A cluster of the organization, alike in every warehouse, with teams and recommendations. */
export async function loadCluster(
  database: Database,
  name: string,
  at: number,
): Promise<TenantCluster> {
  const id = toUuid(name);
  await database.sql(
    `insert into clusters (organization_id, id, name, environment) values ($1, $2, $3, 'production')`,
    [organization, id, name],
  );
  return addCluster(database, { organization, name, at });
}
