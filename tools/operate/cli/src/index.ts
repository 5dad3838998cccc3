export { describeMetrics } from './describe-metrics.ts';
export { configSchema } from './service/config-schema.ts';
export { createProgram } from './program.ts';
export { run } from './run.ts';
export { defaultPlugins } from './service/default-plugins.ts';
