export { consolePlugin as default } from './plugin.ts';
