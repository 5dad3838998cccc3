/** Readers for objects without a fixed schema: values of an unexpected type are absent. */
export type Fields = Readonly<Record<string, unknown>>;

export const readFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
