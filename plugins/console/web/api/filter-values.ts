import { get } from './question.ts';
import { type Costing, pageSize } from './questions.ts';

/** Lists with values for filters: one page of each. */
export const departments = (costing: Costing) =>
  get('listDepartments', 'the departments', '/v1/departments', {
    params: { query: { ...costing, limit: pageSize } },
  });

export const nodes = () =>
  get('listNodes', 'the nodes', '/v1/nodes', { params: { query: { limit: pageSize } } });
