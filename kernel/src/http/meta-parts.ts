import { type Route } from '../plugin/define-route.ts';
import { type MetaParts } from './envelope.ts';

/** Which parts of `meta` the responses of a route carry. */
export const metaPartsOf = (route: Route): MetaParts => ({
  pagination: route.paged === true,
  costMode: route.costMode?.rule === 'accepts',
  basis: route.basis !== undefined,
});
