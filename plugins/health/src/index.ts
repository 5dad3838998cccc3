export { healthPlugin as default } from './plugin.ts';
