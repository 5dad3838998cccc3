import { clusterKeyNames, type GroupBy, keysOf, type ViewMode } from './grouping.ts';
import { measureNames } from './measure.ts';

/** What rows can be sorted by: their keys, and every measure, whether it is known or not. */
export const sortFieldsOf = (groupBy: GroupBy, viewMode: ViewMode): readonly string[] => [
  ...keysOf(groupBy, viewMode),
  ...(viewMode === 'detail' ? clusterKeyNames : []),
  ...measureNames,
];
