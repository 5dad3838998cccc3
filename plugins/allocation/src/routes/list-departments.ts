import {
  acceptsBasis,
  acceptsCostMode,
  csv,
  routesOver,
  textParameter,
} from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { countDepartments, selectDepartments } from '../queries/select-departments.ts';
import { departmentSchema } from '../resources/department-schema.ts';
import { toDepartment } from '../resources/to-department.ts';
import { type AllocationRows } from '../tables.ts';

/** Lists departments, highest hourly run rate first. */
export const listDepartments = routesOver<AllocationRows>()({
  operationId: 'listDepartments',
  method: 'get',
  path: '/v1/departments',
  tag: 'Departments',
  summary: 'List departments',
  description:
    'Sorted by hourly run rate, highest first, then by id. Figures are the sum over a ' +
    "department's teams, each entity counted once, in the clusters that the key may read. A key " +
    'with an allow-list sees departments that come from labels only if they own something in them.',
  scope: 'departments:read',
  paged: true,
  query: { origin: csv(textParameter('Origins of the department, such as `k8s` or `native`.')) },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(departmentSchema),

  handler(context) {
    const { db, organization, query, basis, costMode, page } = context;
    const view = { basis, costMode, currency: organization.currency };
    return listPage(page, {
      rows: async () => (await selectDepartments(context, query, basis, page).execute(db)).rows,
      total: () => countDepartments(db, context, query).executeTakeFirstOrThrow(),
      key: (row) => [row.run_rate_rank, row.id],
      shape: (row) => toDepartment(row, view),
    });
  },
});
