export { recommendationsPlugin as default } from './plugin.ts';
