import { csv, enumParameter, withDefault } from '@costplane/plugin-api';
import { columnNames, selectColumns } from '../columns/all-columns.ts';
import { type Configuration, grains, idleModes } from '../export-request.ts';

/** The parameters that both routes share (contract, "FOCUS export"). */
export const configurationParameters = {
  grain: withDefault(
    enumParameter(grains, 'One row per workload, or one per namespace.'),
    'workload',
  ),
  idle: withDefault(
    enumParameter(
      idleModes,
      'Idle capacity on separate rows, or spread over the rows that used the node.',
    ),
    'unallocated',
  ),
  columns: csv(
    enumParameter(
      columnNames,
      'Names of columns; the order in the file is fixed. Default: all columns.',
    ),
  ),
};

interface ConfigurationValues extends Omit<Configuration, 'columns'> {
  readonly columns: readonly string[] | undefined;
}

export const toConfiguration = ({ grain, idle, columns }: ConfigurationValues): Configuration => ({
  grain,
  idle,
  columns: selectColumns(columns),
});

/** Files always include every component, because the sum of some would not be the cost. */
export const basisOfAll = { default: 'all', allowed: ['all'] } as const;
