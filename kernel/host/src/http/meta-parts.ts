import { type MetaParts, type ResponseMeta, type Route } from '@costplane/plugin-api';
import { toTimestamp } from '@costplane/plugin-api/schema';

/** Which parts of `meta` the responses of a route carry. */
export const chooseMetaParts = (route: Route): MetaParts => ({
  pagination: route.paged === true,
  costMode: route.costMode?.rule === 'accepts',
  basis: route.basis !== undefined,
});

/** What `meta` says of a request, whatever the answer. */
export const describeRequest = (requestId: string, now: Date): ResponseMeta => ({
  request_id: requestId,
  applied_at: toTimestamp(now),
});
