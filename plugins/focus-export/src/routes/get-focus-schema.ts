import { routesOver } from '@costplane/plugin-api';
import { type ExportConfig } from '../config.ts';
import { selectLeftOutClusters } from '../queries/select-left-out-clusters.ts';
import { focusSchemaSchema } from '../resources/focus-schema-schema.ts';
import { toFocusSchema } from '../resources/to-focus-schema.ts';
import { type ExportRows } from '../tables.ts';
import { basisOfAll, configurationParameters, toConfiguration } from './configuration.ts';

export const getFocusSchema = ({ dataGenerator }: ExportConfig) =>
  routesOver<Pick<ExportRows, 'clusters'>>()({
    operationId: 'getFocusSchema',
    method: 'get',
    path: '/v1/exports/focus/schema',
    tag: 'FOCUS export',
    summary: 'Get the schema of a FOCUS export',
    description:
      'The schema that all files of a configuration share. Does not count toward the export quota.',
    scope: 'cost_explorer:read',
    query: configurationParameters,
    // The schema does not depend on the coverage of a file.
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
