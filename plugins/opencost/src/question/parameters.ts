import {
  ApiError,
  booleanParameter,
  csv,
  enumParameter,
  integerParameter,
  optional,
  textParameter,
  type ValuesOf,
  withDefault,
} from '@costplane/plugin-api';

const code = 'BAD_REQUEST';

/** 400 for an invalid parameter, with what would be valid. */
export const invalidParameter = (field: string, message: string): ApiError =>
  new ApiError(code, [{ field, reason: 'invalid_value', message }]);

/** Known clients send empty parameters. */
const lenient = { code, emptyIsAbsent: true } as const;
const text = (description: string) =>
  optional(textParameter(description, { maxLength: 8_000, ...lenient }));
const flag = (description: string) => withDefault(booleanParameter(description, lenient), false);
const integer = (description: string, minimum: number, maximum: number) =>
  optional(integerParameter({ minimum, maximum }, description, lenient));

/** Calendar periods in UTC; `weeknow` is what opencost-ui calls a week of the calendar. */
const periods = ['all', 'hour', 'day', 'week', 'weeknow', 'month', 'quarter'] as const;

/** Parameters of allocations. */
export const allocationQuery = {
  window: textParameter(
    'Window of time: `today`, `yesterday`, `week`, `month`, `lastweek`, `lastmonth`, a duration such ' +
      'as `24h` or `7d`, or a pair of RFC 3339 or Unix times with a comma between.',
    { maxLength: 100, code },
  ),
  aggregate: text(
    'Comma-separated properties to aggregate by: `cluster`, `node`, `namespace`, ' +
      '`controllerKind`, `controller`, `pod`, `container`, `deployment`, `statefulset`, ' +
      '`daemonset`, `job`, `service`, `label:NAME`, `annotation:NAME`; or `all` for one allocation. Default: by container.',
  ),
  step: text('Length of a set, in whole hours: `1h`, `1d`, `1w`. Default: the window.'),
  accumulate: withDefault(
    enumParameter(
      ['false', 'true', ...periods],
      'One set for the window (`true`, `all`) or per hour, day, week from Sunday, month or quarter ' +
        'in UTC; overrides `step`.',
      lenient,
    ),
    'false',
  ),
  accumulateBy: optional(
    enumParameter(periods, 'As `accumulate`, over which it takes precedence.', lenient),
  ),
  includeIdle: flag('Includes idle cost, as `__idle__`.'),
  shareIdle: flag('Distributes idle cost to allocations.'),
  filter: text('Filter (v2), such as `namespace:"shop"+label[app]:"api","web"`.'),
  filterNamespaces: text('Comma-separated names of namespaces, as kubectl-cost sends them.'),
  offset: integer('Number of allocations of each set to skip.', 0, Number.MAX_SAFE_INTEGER),
  limit: integer('Maximum number of allocations of each set.', 1, 50_000),
};
export type AllocationQuery = ValuesOf<typeof allocationQuery>;
/** What determines the sets of a response. */
export type SetsQuery = Partial<AllocationQuery> & Pick<AllocationQuery, 'window'>;

export const assetTypes = ['Node', 'Disk', 'ClusterManagement'] as const;

/** Parameters of assets. */
export const assetQuery = {
  window: allocationQuery.window,
  filterTypes: { ...csv(enumParameter(assetTypes, 'Types of assets. Default: all.')), ...lenient },
};
export type AssetQuery = ValuesOf<typeof assetQuery>;
