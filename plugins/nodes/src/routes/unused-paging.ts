/**
 * What the public command-line client sends to every list. The lists of node groups do not page,
 * and ignore it (decision 5).
 */
export const unusedPaging = ['limit', 'cursor', 'include_total'] as const;
