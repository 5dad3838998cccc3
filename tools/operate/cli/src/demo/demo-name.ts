/** The organization of this name is the demo's, and is kept whole. */
export const demoName = 'demo';

/**
 * Its id wherever the demo is loaded. Ids of its clusters and teams follow from it, so that examples in
 * the documentation name what is there.
 */
export const demoId = 'de300000-0000-4000-8000-000000000000';
