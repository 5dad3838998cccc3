export { allocationPlugin as default } from './plugin.ts';
