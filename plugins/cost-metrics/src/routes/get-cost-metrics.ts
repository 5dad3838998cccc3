import { Readable } from 'node:stream';
import { clusterFilter, defineRoute } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { type MetricsConfig, requireNames } from '../config.ts';
import { limitScrapes } from '../limit-scrapes.ts';
import { writeMetrics } from '../write-metrics.ts';
import { selectClusters } from '../groups/scope.ts';
import { selectGroups } from '../groups/select-groups.ts';

const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
const plainText = 'text/plain; version=0.0.4; charset=utf-8';

/** Streams the current costs as one scrape. */
export function getCostMetrics(config: MetricsConfig) {
  // Conflicting label names stop the service at startup, rather than failing a scrape.
  requireNames(config.labels);
  const limit = limitScrapes();
  return defineRoute({
    operationId: 'getCostMetrics',
    method: 'get',
    path: '/v1/metrics/costs',
    tag: 'Cost metrics',
    summary: 'Scrape costs as metrics',
    description:
      'Gauges in the OpenMetrics text format, or in the text format of Prometheus if `Accept` ' +
      'names only that. Both end with `# EOF`: discard a response without it. A figure that is ' +
      'unknown has no sample.',
    scope: 'metrics:read',
    query: { cluster_id: clusterFilter() },
    basis: { default: 'all', allowed: ['legacy', 'all'] },
    stream: {
      contentTypes: [openMetrics, plainText],
      headers: { Vary: 'Its format depends on `Accept`.' },
    },

    async handler({ db, organization, allowedClusters, query, basis, clock, header }) {
      const visible = visibleClusters(allowedClusters, query.cluster_id);
      const { rows: clusters } = await selectClusters(organization.id, visible).execute(db);
      const today = clock.startOfDay().toISOString().slice(0, 10);
      const groups = selectGroups({ organization, clusters, basis, today, config });
      return {
        contentType: wantsPlainText(header('Accept')) ? plainText : openMetrics,
        headers: { Vary: 'Accept' },
        body: limit(organization.id, Readable.from(writeMetrics(db, groups), { highWaterMark: 1 })),
        // Invalid in either format, and without the `# EOF` that ends a complete scrape.
        brokenEnd: '\nthe scrape failed {',
      };
    },
  });
}

const wantsPlainText = (accept = '*/*') =>
  accept.includes('text/plain') && !/application\/openmetrics-text|\*\/\*/.test(accept);
