import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, numeric, text, timestamp, uuid } = columns;

/** The columns that this plugin reads. */
export const chargebackTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
  namespaces: {
    organization_id: uuid,
    cluster_id: uuid,
    id: uuid,
    name: text,
    gone_at: nullable(timestamp),
    run_rate_all_hourly: nullable(numeric),
    run_rate_all_rank: bigint,
  },
});

export type ChargebackRows = RowsOf<typeof chargebackTables>;
