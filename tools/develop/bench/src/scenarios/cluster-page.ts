import { createClusterFleet } from '../cluster-fleet.ts';
import { pageAgainstFloor } from './page-against-floor.ts';

/** Pages of 100 clusters out of 500, beside nine other organizations of the same size. */
export const clusterPage = pageAgainstFloor({
  name: 'cluster-page',
  path: '/v1/clusters',
  of: 'clusters',
  making: 'making 10 organizations of 500 clusters',
  createFleet: () => createClusterFleet(10, 500),
});
