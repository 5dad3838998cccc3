/** Values of `-o`. */
export const outputs = ['table', 'wide', 'json', 'yaml', 'csv'] as const;

export type Output = (typeof outputs)[number];
