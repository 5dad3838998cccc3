/** The plugins that are served without a config file: all of them. */
export const defaultPlugins = [
  '@costplane/plugin-health',
  '@costplane/plugin-organization',
  '@costplane/plugin-clusters',
  '@costplane/plugin-workloads',
  '@costplane/plugin-nodes',
  '@costplane/plugin-recommendations',
  '@costplane/plugin-allocation',
  '@costplane/plugin-volumes',
  '@costplane/plugin-trends',
  '@costplane/plugin-explorer',
  '@costplane/plugin-focus-export',
  '@costplane/plugin-cost-metrics',
  '@costplane/plugin-console',
];
