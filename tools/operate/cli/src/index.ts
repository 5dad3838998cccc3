export { describeMetrics } from './describe-metrics.ts';
export { createProgram } from './program.ts';
export { run } from './run.ts';
export { defaultPlugins } from './service/default-plugins.ts';
