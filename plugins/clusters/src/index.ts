export { clustersPlugin as default } from './plugin.ts';
