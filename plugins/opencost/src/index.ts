export { opencostPlugin as default } from './plugin.ts';
