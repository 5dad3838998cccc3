import { sql } from 'kysely';
import { type Family, type Source } from '../exposition/family.ts';

const measures = {
  requested: 'requested by the running and pending pods of',
  used: 'used now by',
  allocatable: 'allocatable in',
} as const;

/** CPU and memory of what a source has rows of, under `alias`. */
export const useFamilies = (
  thing: string,
  alias: string,
  source: Source,
  shown: readonly (keyof typeof measures)[],
): Family[] =>
  shown.flatMap((measure) =>
    (
      [
        ['cpu', 'cores', 'CPU'],
        ['memory', 'bytes', 'Memory'],
      ] as const
    ).map(([resource, unit, what]) => ({
      name: `costplane_${thing}_${resource}_${measure}_${unit}`,
      help: `${what} ${measures[measure]} a ${thing}, in ${unit}`,
      source,
      value: sql.ref(`${alias}.${resource}_${measure}_${unit}`),
    })),
  );
