export { legacyPlugin as default } from './plugin.ts';
