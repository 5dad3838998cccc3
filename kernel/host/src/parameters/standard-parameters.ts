import { Type } from 'typebox';
import { defaultPageSize, maxCursorLength, maxPageSize } from '@costplane/plugin-api/internal';
import {
  booleanParameter,
  enumParameter,
  integerParameter,
  type Parameters,
  type Route,
  withDefault,
} from '@costplane/plugin-api';
import { costModes } from '@costplane/plugin-api/schema';

const paging: Parameters = {
  limit: withDefault(
    integerParameter({ minimum: 1, maximum: maxPageSize }, 'Maximum number of rows per page.'),
    defaultPageSize,
  ),
  cursor: {
    schema: Type.String({ maxLength: maxCursorLength }),
    encoding: 'text',
    description: '`next_cursor` of the previous page, unchanged; empty for the first page.',
    required: false,
    code: 'INVALID_CURSOR',
    emptyIsAbsent: true,
  },
  include_total: withDefault(
    booleanParameter('Adds `meta.pagination.total_count`.', { code: 'BAD_REQUEST' }),
    false,
  ),
};

const costMode = enumParameter(
  costModes,
  '`workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead.',
  { code: 'INVALID_COST_MODE' },
);

const basisMeaning =
  'Components that are summed: `legacy`, compute only; `all`, every one that can be computed.';

/** The parameters that follow from a route's declaration: paging, `cost_mode`, `basis`. */
export function standardQuery({ paged, costMode: rule, basis }: Route): Parameters {
  return {
    ...(paged ? paging : {}),
    ...(rule?.rule === 'accepts' ? { cost_mode: withDefault(costMode, rule.default) } : {}),
    ...(basis
      ? { basis: withDefault(enumParameter(basis.allowed, basisMeaning), basis.default) }
      : {}),
  };
}
