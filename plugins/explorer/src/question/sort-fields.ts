import { clusterKeyNames, type Grouping, type ViewMode } from './grouping.ts';
import { measureNames } from './measure.ts';

/** Values of `sort_by`: the keys of the rows, and every measure, even one without data. */
export const listSortFields = (grouping: Grouping, viewMode: ViewMode): readonly string[] => [
  ...grouping.keys[viewMode].map(
    (key) => grouping.labels.find(({ column }) => column === key)?.text ?? key,
  ),
  ...(viewMode === 'detail' ? clusterKeyNames : []),
  ...measureNames,
];
