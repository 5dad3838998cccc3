import { type Route } from '@costplane/plugin-api';

const byDefault = 30;
/** Until the file begins: an export whose ledger is silent is answered within a minute. */
const ofStreams = 55;

/** How long the handler of a route may take. */
export const chooseDeadlineSeconds = ({ deadlineSeconds, stream }: Route): number =>
  deadlineSeconds ?? (stream ? ofStreams : byDefault);
