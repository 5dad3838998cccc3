import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';

const measures = {
  requested: 'requested by the running and pending pods of',
  used: 'used now by',
  allocatable: 'allocatable in',
} as const;
const resources = [
  ['cpu', 'cores', 'CPU'],
  ['memory', 'bytes', 'Memory'],
] as const;

/** CPU and memory of the rows of a group, whose alias is what they are of. */
export const useGauges = (
  thing: string,
  ...shown: readonly (keyof typeof measures)[]
): Group['gauges'] =>
  Object.fromEntries(
    shown.flatMap((measure) =>
      resources.map(([resource, unit, what]) => [
        `costplane_${thing}_${resource}_${measure}_${unit}`,
        [
          `${what} ${measures[measure]} a ${thing}, in ${unit}`,
          sql.ref(`${thing}.${resource}_${measure}_${unit}`),
        ],
      ]),
    ),
  );
