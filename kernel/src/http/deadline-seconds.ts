import { type Route } from '../plugin/define-route.ts';

const byDefault = 30;
/** Until the file begins. A server that is silent for so long has been given up by then. */
const ofStreams = 150;

/** How long the handler of a route may take. */
export const deadlineSecondsOf = ({ deadlineSeconds, stream }: Route): number =>
  deadlineSeconds ?? (stream ? ofStreams : byDefault);
