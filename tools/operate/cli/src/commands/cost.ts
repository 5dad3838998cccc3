import { type CostplaneClient } from '@costplane/client';
import { CommandError } from '../command-error.ts';
import { type Connection, prepareQuery } from '../costs/connect.ts';
import { findClusterIds } from '../costs/find-cluster-ids.ts';
import { format } from '../costs/format.ts';
import { isOwner, toGroupBy } from '../costs/groupings.ts';
import { type Output } from '../costs/outputs.ts';
import { type CostQuery } from '../costs/describe-costs.ts';
import { queryCosts } from '../costs/query-costs.ts';
import { queryOwnerCosts } from '../costs/query-owner-costs.ts';
import { show } from '../costs/show.ts';
import { readWindow, type WindowOptions } from '../costs/window.ts';

export interface CostOptions extends Connection, WindowOptions {
  /** At least one. */
  by: readonly string[];
  output: Output;
  watch?: number;
  limit?: number;
  cluster?: string[];
  namespace?: string[];
  team?: string[];
  department?: string[];
  label?: string;
  labelInheritance?: boolean;
  search?: string;
  basis?: CostQuery['basis'];
  costMode?: CostQuery['cost_mode'];
}

/** Shows costs over a range of days, most expensive first. */
export async function cost(options: CostOptions): Promise<void> {
  readWindow(options);
  await show(await prepareQuery(options, (client) => ask(client, options)), options.watch);
}

async function ask(client: CostplaneClient, options: CostOptions): Promise<string> {
  const { output, limit = Infinity, cluster, basis, costMode, search } = options;
  const [by = '', ...others] = options.by;
  const workload = readFilter(options);
  const query: CostQuery = {
    ...readWindow(options),
    ...(basis && { basis }),
    ...(costMode && { cost_mode: costMode }),
    ...(options.labelInheritance && { label_inheritance: true }),
    ...(search !== undefined && { search }),
    ...(cluster && { cluster_ids: await findClusterIds(client, cluster) }),
    ...(workload && { filter_expression: { workload: [workload] } }),
  };
  if (isOwner(by)) {
    if (search !== undefined) throw new CommandError(`--by ${by} cannot be combined with --search`);
    if (by !== 'cluster' && workload) {
      throw new CommandError(
        `--by ${by} cannot be combined with --${workload.field.split(':', 1)[0]}`,
      );
    }
    return format(await queryOwnerCosts(client, by, query, limit), output);
  }
  const groupBy = [by, ...others].map(toGroupBy);
  return format(await queryCosts(client, { ...query, group_by: groupBy }, limit), output);
}

/** The cost explorer combines several values by OR, so the command accepts only one. */
function readFilter({ namespace, team, department, label }: CostOptions) {
  if (label !== undefined) {
    const [key = '', ...value] = label.split('=');
    return { field: `label:${key}`, operator: 'in' as const, values: [value.join('=')] };
  }
  const [filter] = Object.entries({ namespace, team, department }).flatMap(([field, values]) =>
    values ? [{ field, operator: 'in' as const, values }] : [],
  );
  return filter;
}
