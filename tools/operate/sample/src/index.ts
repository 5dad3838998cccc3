export {
  demoDayKind,
  demoFleet,
  demoMembers,
  demoNodeUid,
  demoSnapshot,
  demoUsage,
  latestSnapshot,
} from './demo-fleet.ts';
export type { DemoCluster, DemoMember } from './demo-fleet.ts';
export type { DemoUsage } from './demo-usage.ts';
export type { Environment } from './clusters.ts';
export { scales, type Scale } from './scales.ts';
export type { Snapshot } from './snapshot.ts';
