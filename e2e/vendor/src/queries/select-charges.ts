import { clusterName } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type ChargebackRows } from '../tables.ts';

/** The namespaces of an organization that are in the newest snapshots. */
export const selectNamespaces = (db: Kysely<ChargebackRows>, organizationId: string) =>
  db
    .selectFrom('namespaces as namespace')
    .where('namespace.organization_id', '=', organizationId)
    .where('namespace.gone_at', 'is', null);

/** Adds what a charge is made of: the cost of a namespace, and a margin on it. */
export const describeCharges = (
  namespaces: ReturnType<typeof selectNamespaces>,
  marginPercent: number,
) =>
  namespaces.select([
    'namespace.id',
    'namespace.name',
    'namespace.cluster_id',
    'namespace.run_rate_all_rank as rank',
    'namespace.run_rate_all_hourly as cost_hourly',
    clusterName('namespace'),
    sql<string | null>`namespace.run_rate_all_hourly
      * (100 + ${marginPercent}::numeric) / 100`.as('charge_hourly'),
  ]);

/** A row of a page. */
export type ChargeRow = Awaited<
  ReturnType<ReturnType<typeof describeCharges>['executeTakeFirstOrThrow']>
>;
