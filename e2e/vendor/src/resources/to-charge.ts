import { toMoney } from '@costplane/plugin-api/schema';
import { type ChargeRow } from '../queries/select-charges.ts';
import { type Charge } from './charge-schema.ts';

/** A row as a client sees it. */
export const toCharge = (row: ChargeRow, currency: string): Charge => ({
  namespace: row.name,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  ...(row.cost_hourly === null ? {} : { cost_hourly: toMoney(row.cost_hourly, currency) }),
  ...(row.charge_hourly === null ? {} : { charge_hourly: toMoney(row.charge_hourly, currency) }),
});
