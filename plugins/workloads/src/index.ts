export { workloadsPlugin as default } from './plugin.ts';
