/** The organization of this name is the demo's, and is kept whole. */
export const demoName = 'demo';
