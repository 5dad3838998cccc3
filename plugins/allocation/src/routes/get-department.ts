import {
  acceptsBasis,
  acceptsCostMode,
  notFound,
  routesOver,
  uuidParameter,
} from '@costplane/plugin-api';
import { selectDepartments } from '../queries/select-departments.ts';
import { departmentSchema } from '../resources/department-schema.ts';
import { toDepartment } from '../resources/to-department.ts';
import { type AllocationRows } from '../tables.ts';

export const getDepartment = routesOver<AllocationRows>()({
  operationId: 'getDepartment',
  method: 'get',
  path: '/v1/departments/{dept_id}',
  tag: 'Departments',
  summary: 'Get a department',
  description:
    'Figures are the sum over its teams, each entity counted once, in the clusters that the ' +
    'key may read.',
  scope: 'departments:read',
  params: { dept_id: uuidParameter('Id of the department.') },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: departmentSchema,
  errors: ['DEPARTMENT_NOT_FOUND'],

  async handler(context) {
    const { db, organization, params, basis, costMode } = context;
    const { rows } = await selectDepartments(context, { id: params.dept_id }, basis).execute(db);
    const [row] = rows;
    if (!row) throw notFound('DEPARTMENT_NOT_FOUND', 'dept_id');
    return toDepartment(row, { basis, costMode, currency: organization.currency });
  },
});
