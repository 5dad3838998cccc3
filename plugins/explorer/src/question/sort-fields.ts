import { clusterKeyNames, type Grouping, type ViewMode } from './grouping.ts';
import { measureNames } from './measure.ts';

/** What rows can be sorted by: their keys, and every measure, whether it is known or not. */
export const listSortFields = (grouping: Grouping, viewMode: ViewMode): readonly string[] => [
  ...grouping.keys[viewMode].map(
    (key) => grouping.labels.find(({ column }) => column === key)?.text ?? key,
  ),
  ...(viewMode === 'detail' ? clusterKeyNames : []),
  ...measureNames,
];
