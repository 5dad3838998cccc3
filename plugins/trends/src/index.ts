export { trendsPlugin as default } from './plugin.ts';
