import { toMoney } from '@costplane/plugin-api/schema';
import { type TopWorkloadRow } from '../queries/select-top-workloads.ts';
import { type TopWorkload } from './namespace-schema.ts';

/** A row as one of the contract's `workloads_top_5`. */
export const toTopWorkload = (
  { uid, name, run_rate_hourly: amount }: TopWorkloadRow,
  currency: string,
): TopWorkload => ({
  id: uid,
  kind: 'Workload',
  name,
  cost: { current_run_rate_hourly: amount === null ? undefined : toMoney(amount, currency) },
});
