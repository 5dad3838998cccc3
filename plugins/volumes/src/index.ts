export { volumesPlugin as default } from './plugin.ts';
