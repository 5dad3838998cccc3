export { organizationPlugin as default } from './plugin.ts';
