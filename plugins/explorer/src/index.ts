export { explorerPlugin as default } from './plugin.ts';
