import { routesOver } from '@costplane/plugin-api';
import { type ExportConfig } from '../config.ts';
import { selectLeftOutClusters } from '../queries/select-left-out-clusters.ts';
import { focusSchemaSchema } from '../resources/focus-schema-schema.ts';
import { toFocusSchema } from '../resources/to-focus-schema.ts';
import { type ExportRows } from '../tables.ts';
import { basisOfAll, configurationParameters, toConfiguration } from './configuration.ts';

/** The metadata of the files of one configuration. */
export const getFocusSchema = ({ dataGenerator }: ExportConfig) =>
  routesOver<Pick<ExportRows, 'clusters'>>()({
    operationId: 'getFocusSchema',
    method: 'get',
    path: '/v1/exports/focus/schema',
    tag: 'FOCUS export',
    summary: 'Get the schema of a FOCUS export',
    description:
      'The schema that all files of a configuration share. Does not count against the quota of ' +
      'exports.',
    scope: 'cost_explorer:read',
    query: configurationParameters,
    // What a file covers does not change what it is like.
    ignoredQuery: ['from', 'to', 'cluster_id'],
    basis: basisOfAll,
    cacheable: true,
    response: focusSchemaSchema,

    async handler({ db, organization, allowedClusters, query }) {
      const excluded =
        allowedClusters === null
          ? []
          : await selectLeftOutClusters(db, organization.id, allowedClusters).execute();
      const owner = { organizationId: organization.id, allowedClusters };
      return toFocusSchema(owner, toConfiguration(query), {
        dataGenerator,
        excludedClusterIds: excluded.map(({ id }) => id),
      });
    },
  });
