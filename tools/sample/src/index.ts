export { demoFleet, demoSnapshot } from './demo-fleet.ts';
export type { DemoCluster } from './demo-fleet.ts';
export type { Environment } from './clusters.ts';
export type { Snapshot } from './snapshot.ts';
