/** Whether plugins give a value of a type to the kernel, or get one from it. */
export type Direction = 'given' | 'got';

export const opposite = (direction: Direction): Direction =>
  direction === 'given' ? 'got' : 'given';

/** Standard types that only hold what they are made of, so that it goes the way that they go. */
const holders = new Set([
  'Array',
  'AsyncIterable',
  'Awaited',
  'Exclude',
  'Extract',
  'Iterable',
  'NonNullable',
  'Omit',
  'Partial',
  'Pick',
  'Promise',
  'PromiseLike',
  'Readonly',
  'ReadonlyArray',
  'ReadonlySet',
  'Record',
  'Required',
]);

/** The ways that the arguments of another package's type go: where that is not known, both. */
export const directionsWithin = (typeName: string, direction: Direction): readonly Direction[] =>
  holders.has(typeName) ? [direction] : ['given', 'got'];
