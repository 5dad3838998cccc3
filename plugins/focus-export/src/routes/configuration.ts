import { csv, enumParameter, withDefault } from '@costplane/plugin-api';
import { columnNames, selectColumns } from '../columns/all-columns.ts';
import { type Configuration, grains, idleModes } from '../export-request.ts';

/** What both routes accept of a file's configuration (contract, "FOCUS export"). */
export const configurationParameters = {
  grain: withDefault(enumParameter(grains, 'One row per workload, or per namespace.'), 'workload'),
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
      'Names of columns. The file keeps its own order. Default: all columns.',
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

/** Every component that can be produced; a file of some would not be the cost. */
export const basisOfAll = { default: 'all', allowed: ['all'] } as const;
