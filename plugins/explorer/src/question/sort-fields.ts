import { clusterKeyNames, type GroupBy, listKeys, type ViewMode } from './grouping.ts';
import { measureNames } from './measure.ts';

/** What rows can be sorted by: their keys, and every measure, whether it is known or not. */
export const listSortFields = (groupBy: GroupBy, viewMode: ViewMode): readonly string[] => [
  ...listKeys(groupBy, viewMode),
  ...(viewMode === 'detail' ? clusterKeyNames : []),
  ...measureNames,
];
