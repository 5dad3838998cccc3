import { type ErrorDetail } from '@costplane/plugin-api';
import { type ExplorerBody, maxPerPage } from './body-schema.ts';
import { axes, type Expression, isWorkloadField, workloadFields } from './filter.ts';
import { listSortFields } from './sort-fields.ts';
import { groupBys, isGrouping, maxKeyLength } from './grouping.ts';
import { listGroupings, toQuestion } from './question.ts';
import { daysIn, toWindow } from './window.ts';

const maxDays = 3_660;
const maxStatements = 50;
const maxValues = 500;

/** Errors that a body's schema cannot express: bounds that depend on other fields. */
export function refuseQuestion({
  body,
  now,
}: {
  readonly body: ExplorerBody;
  readonly now: Date;
}): ErrorDetail[] {
  const groupings = refuseGroupings(body);
  return [
    ...groupings,
    ...refuseWindow(body, now),
    ...refusePage(body),
    ...(groupings.length > 0 ? [] : refuseSort(body, now)),
    ...refuseFilters(body),
  ];
}

const refusal = (field: string, message: string): ErrorDetail => ({
  field,
  reason: 'invalid_value',
  message,
});

const allowedGroupings = [...groupBys, 'label:<key>', 'annotation:<key>'];

const refuseGroupings = (body: ExplorerBody): ErrorDetail[] =>
  listGroupings(body).flatMap((text, index) => {
    const field = typeof body.group_by === 'string' ? 'group_by' : `group_by.${index}`;
    const key = text.slice(text.indexOf(':') + 1);
    if (!isGrouping(text)) return [{ field, reason: 'must_be_enum', allowed: allowedGroupings }];
    return key.length > maxKeyLength
      ? [refusal(field, `must name a key of at most ${maxKeyLength} characters`)]
      : [];
  });

export function refuseWindow(
  body: Pick<ExplorerBody, 'start_date' | 'end_date'>,
  now: Date,
): ErrorDetail[] {
  const days = daysIn(toWindow(body, now));
  const isOpen = body.end_date === undefined;
  const field = isOpen ? 'start_date' : 'end_date';
  if (days < 1)
    return [refusal(field, `must not be ${isOpen ? 'after today' : 'before `start_date`'}`)];
  const bound = isOpen ? 'before today' : 'after `start_date`';
  return days > maxDays ? [refusal(field, `must be less than ${maxDays} days ${bound}`)] : [];
}

const refusePage = ({ per_page: perPage = 0, export: isExport }: ExplorerBody) =>
  perPage > maxPerPage && isExport !== true
    ? [refusal('per_page', `must be at most ${maxPerPage} without \`export\``)]
    : [];

function refuseSort(body: ExplorerBody, now: Date): ErrorDetail[] {
  const { grouping, viewMode, sortBy } = toQuestion(body, now);
  const allowed = listSortFields(grouping, viewMode);
  return allowed.includes(sortBy) ? [] : [{ field: 'sort_by', reason: 'must_be_enum', allowed }];
}

function refuseFilters({ filter_expression: filters = {} }: ExplorerBody): ErrorDetail[] {
  const others = filters.all_of ?? [];
  const statements = [filters, ...others].flatMap((expression) =>
    axes.flatMap((axis) => expression[axis] ?? []),
  );
  const values = statements.reduce((sum, statement) => sum + statement.values.length, 0);
  const field = 'filter_expression';
  return [
    ...(statements.length > maxStatements
      ? [refusal(field, `must hold at most ${maxStatements} statements`)]
      : []),
    ...(values > maxValues ? [refusal(field, `must hold at most ${maxValues} values`)] : []),
    ...refuseWorkloadFields(field, filters),
    ...others.flatMap((expression, index) =>
      refuseWorkloadFields(`${field}.all_of.${index}`, expression),
    ),
  ];
}

const refuseWorkloadFields = (path: string, { workload = [] }: Expression): ErrorDetail[] =>
  workload.flatMap((statement, index) =>
    isWorkloadField(statement.field)
      ? []
      : [
          {
            field: `${path}.workload.${index}.field`,
            reason: 'must_be_enum',
            allowed: [...workloadFields, 'label:<key>'],
          },
        ],
  );
