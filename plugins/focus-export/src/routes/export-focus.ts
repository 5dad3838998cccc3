import {
  clusterFilter,
  dateParameter,
  enumParameter,
  routesOver,
  withDefault,
} from '@costplane/plugin-api';
import { type ExportConfig } from '../config.ts';
import { formats } from '../export-request.ts';
import { fileFormats } from '../formats/formats.ts';
import { deriveFileId } from '../metadata/identity.ts';
import { readArchivedMonths } from '../queries/read-archived-months.ts';
import { selectOrganizationName } from '../queries/select-organization-name.ts';
import { tuneSession } from '../queries/tune-session.ts';
import { type ExportRows } from '../tables.ts';
import { clustersInScope } from './clusters-in-scope.ts';
import { basisOfAll, configurationParameters, toConfiguration } from './configuration.ts';
import { isPartial } from './is-partial.ts';
import { refuseWindow } from './refuse-window.ts';
import { fileShape, streamFile } from './stream-file.ts';

export const exportFocus = ({ serviceProviderName }: ExportConfig) =>
  routesOver<ExportRows>()({
    operationId: 'exportFocus',
    method: 'get',
    path: '/v1/exports/focus',
    tag: 'FOCUS export',
    summary: 'Export cost and usage as a FOCUS 1.4 file',
    description:
      'One row per day, cluster, owner and kind of charge. The cost is modeled: do not add it to ' +
      "the cloud provider's file. The HTTP trailers after the file state whether it is complete.",
    scope: 'cost_explorer:read',
    quota: { name: 'exports', perMinute: 6 },
    query: {
      from: dateParameter('First day (UTC), inclusive.'),
      to: dateParameter('The day after the last day (UTC); at most 3,660 days after `from`.'),
      format: withDefault(enumParameter(formats, 'File format.'), 'csv'),
      ...configurationParameters,
      cluster_id: clusterFilter('INVALID_CLUSTER_ID'),
    },
    basis: basisOfAll,
    refuse: ({ query }) => refuseWindow(query),
    stream: fileShape,
    errors: ['CLUSTER_ACCESS_DENIED', 'UPSTREAM_UNAVAILABLE'],

    async handler({ db, organization, allowedClusters, query, snapshot }) {
      const owner = { organizationId: organization.id, allowedClusters };
      const clusters = await clustersInScope(db, owner, query.cluster_id);
      const window = { from: query.from, to: query.to };
      const configuration = toConfiguration(query);
      const coverage = { ...window, clusters: query.cluster_id ?? null };

      const history = await snapshot();
      await tuneSession(history.db);
      const named = selectOrganizationName(history.db, organization.id);
      const { name } = await named.executeTakeFirstOrThrow();
      const request = {
        ...configuration,
        ...window,
        clusters,
        organization: { ...organization, name },
        serviceProviderName: serviceProviderName ?? name,
        archivedMonths: await readArchivedMonths(history.db, organization.id, window),
      };
      return streamFile(fileFormats[query.format], history, request, {
        instanceId: deriveFileId(owner, configuration, coverage),
        isPartial: await isPartial(history.db, owner, query.cluster_id),
      });
    },
  });
