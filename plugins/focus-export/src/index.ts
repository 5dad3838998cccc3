export { focusExportPlugin as default } from './plugin.ts';
