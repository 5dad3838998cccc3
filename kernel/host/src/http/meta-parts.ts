import { type MetaParts, type ResponseMeta, type Route } from '@costplane/plugin-api';
import { toTimestamp } from '@costplane/plugin-api/schema';

/** The parts of `meta` that the responses of a route have. */
export const chooseMetaParts = (route: Route): MetaParts => ({
  pagination: route.paged === true,
  costMode: route.costMode?.rule === 'accepts',
  basis: route.basis !== undefined,
});

/** The `meta` of a request, independent of the response. */
export const describeRequest = (requestId: string, now: Date): ResponseMeta => ({
  request_id: requestId,
  applied_at: toTimestamp(now),
});
