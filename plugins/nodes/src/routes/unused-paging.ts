/**
 * The public command-line client sends these to every list. The lists of node groups have no pages
 * and ignore them (decision 5).
 */
export const unusedPaging = ['limit', 'cursor', 'include_total'] as const;
