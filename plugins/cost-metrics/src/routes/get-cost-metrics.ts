import { Readable } from 'node:stream';
import { clusterFilter, routesOver } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { type MetricsConfig } from '../config.ts';
import { writeMetrics } from '../exposition/write-metrics.ts';
import { requireNames } from '../groups/kubernetes-labels.ts';
import { selectClusters } from '../groups/scope.ts';
import { selectGroups } from '../groups/select-groups.ts';
import { type MetricsRows } from '../tables.ts';

const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
const plainText = 'text/plain; version=0.0.4; charset=utf-8';

/** Streams what things cost now as one scrape. */
export function getCostMetrics(config: MetricsConfig) {
  // Labels that cannot be told apart keep the service from starting, not a scrape from ending.
  requireNames(config.labels);
  return routesOver<MetricsRows>()({
    operationId: 'getCostMetrics',
    method: 'get',
    path: '/v1/metrics/costs',
    tag: 'Cost metrics',
    summary: 'Scrape costs as metrics',
    description:
      'Gauges in the OpenMetrics text format, or in the older text format of Prometheus if ' +
      '`Accept` names only that. Both end with `# EOF`: without it, discard what was read. A figure ' +
      'that is not known has no sample.',
    scope: 'metrics:read',
    query: { cluster_id: clusterFilter() },
    basis: { default: 'all', allowed: ['legacy', 'all'] },
    stream: {
      contentTypes: [openMetrics, plainText],
      headers: { Vary: 'Its format depends on `Accept`.' },
    },

    async handler({ db, organization, allowedClusters, query, basis, clock, header }) {
      const visible = visibleClusters(allowedClusters, query.cluster_id);
      const clusters = await selectClusters(db, organization.id, visible).execute();
      const today = clock.startOfDay().toISOString().slice(0, 10);
      const month = { firstDay: `${today.slice(0, 7)}-01`, today };
      const groups = selectGroups({ organization, clusters, basis, month }, config);
      return {
        contentType: wantsPlainText(header('Accept')) ? plainText : openMetrics,
        headers: { Vary: 'Accept' },
        body: Readable.from(writeMetrics(db, groups), { highWaterMark: 1 }),
        // Not a line of either format, and without the mark that ends a scrape.
        brokenEnd: '\nthe scrape failed {',
      };
    },
  });
}

const wantsPlainText = (accept = '*/*') =>
  accept.includes('text/plain') && !/application\/openmetrics-text|\*\/\*/.test(accept);
