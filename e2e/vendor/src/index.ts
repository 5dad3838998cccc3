export { chargebackPlugin as default } from './plugin.ts';
