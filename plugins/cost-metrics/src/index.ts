export { costMetricsPlugin as default } from './plugin.ts';
