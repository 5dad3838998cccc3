import { followPages, get, wholeList } from './question.ts';
import { type Costing, pageSize } from './questions.ts';

export const departments = (costing: Costing) =>
  followPages((cursor) =>
    get('listDepartments', 'the departments', '/v1/departments', {
      params: { query: { ...costing, limit: wholeList.pageSize, ...(cursor && { cursor }) } },
    }),
  );

/** One page: there may be many nodes. */
export const nodes = () =>
  get('listNodes', 'the nodes', '/v1/nodes', { params: { query: { limit: pageSize } } });
