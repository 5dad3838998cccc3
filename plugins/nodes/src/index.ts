export { nodesPlugin as default } from './plugin.ts';
