/** The organization with this name is the demo, and is kept complete. */
export const demoName = 'demo';

/**
 * Fixed id of the demo organization. The ids of its clusters and teams derive from it, so that
 * examples in the documentation are valid everywhere.
 */
export const demoId = 'de300000-0000-4000-8000-000000000000';
