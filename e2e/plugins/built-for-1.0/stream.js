import { routesOver } from '@costplane/kernel';

/** A file that PostgreSQL writes while it is sent, and its trailers. */
export const streamNames = routesOver()({
  operationId: 'streamOlderNames',
  method: 'get',
  path: '/older/names.csv',
  tag: 'Older',
  summary: 'Stream the names of clusters',
  scope: 'older:read',
  stream: {
    contentTypes: ['text/csv'],
    headers: { 'X-Older': 'That it is from the older plugin.' },
    trailers: { 'X-Rows': 'How many rows it has.' },
  },

  async handler({ organization, snapshot }) {
    const history = await snapshot();
    const names = history.db
      .selectFrom('clusters')
      .where('organization_id', '=', (value) => value.cast(value.val(organization.id), 'uuid'))
      .select('name')
      .orderBy('name');
    const body = await history.copy(names, { header: true });
    return {
      contentType: 'text/csv',
      headers: { 'X-Older': 'yes' },
      body,
      trailers: () => Promise.resolve({ 'X-Rows': String(body.rowCount) }),
      failedTrailers: { 'X-Rows': 'unknown' },
    };
  },
});
