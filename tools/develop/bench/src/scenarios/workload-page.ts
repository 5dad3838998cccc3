import { createWorkloadFleet } from '../workload-fleet.ts';
import { pageAgainstFloor } from './page-against-floor.ts';

const size = { clusters: 10, workloadsPerCluster: 1_000 };

/** Pages of 100 workloads out of 10,000, beside nine other organizations of the same size. */
export const workloadPage = pageAgainstFloor({
  name: 'workload-page',
  path: '/v1/workloads',
  of: 'workloads',
  making: 'making 10 organizations of 10,000 workloads',
  createFleet: () => createWorkloadFleet(size, { ...size, organizations: 9 }),
});
