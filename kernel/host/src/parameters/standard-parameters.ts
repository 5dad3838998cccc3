import { Type } from 'typebox';
import { defaultPageSize, maxCursorLength, maxPageSize } from '@costplane/plugin-api/internal';
import {
  booleanParameter,
  integerParameter,
  type Parameter,
  type Parameters,
  type Route,
  withDefault,
} from '@costplane/plugin-api';
import { costModes, oneOf } from '@costplane/plugin-api/schema';

const paging: Parameters = {
  limit: withDefault(
    integerParameter({ minimum: 1, maximum: maxPageSize }, 'Rows of a page, at most.'),
    defaultPageSize,
  ),
  cursor: {
    schema: Type.String({ maxLength: maxCursorLength }),
    encoding: 'text',
    description: '`next_cursor` of the page before, unchanged; empty for the first page.',
    required: false,
    code: 'INVALID_CURSOR',
    emptyIsAbsent: true,
  },
  include_total: withDefault(
    booleanParameter('Adds `meta.pagination.total_count`.', { code: 'BAD_REQUEST' }),
    false,
  ),
};

/** The parameters that follow from a route's declaration: paging, `cost_mode`, `basis`. */
export function standardQuery(route: Route): Parameters {
  return {
    ...(route.paged ? paging : {}),
    ...(route.costMode?.rule === 'accepts' ? { cost_mode: costMode(route.costMode.default) } : {}),
    ...(route.basis ? { basis: basis(route.basis) } : {}),
  };
}

const costMode = (byDefault: (typeof costModes)[number]): Parameter => ({
  schema: oneOf(costModes),
  encoding: 'text',
  description: '`workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead.',
  required: false,
  code: 'INVALID_COST_MODE',
  default: byDefault,
});

const basis = ({ default: byDefault, allowed }: NonNullable<Route['basis']>): Parameter => ({
  schema: oneOf(allowed),
  encoding: 'text',
  description:
    'Components that figures sum: `legacy`, compute; `all`, every one that can be produced.',
  required: false,
  code: 'VALIDATION_ERROR',
  default: byDefault,
});
