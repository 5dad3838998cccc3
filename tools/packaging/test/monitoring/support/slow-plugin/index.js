import { definePlugin, defineRoute } from '@costplane/kernel';
import { Type } from 'typebox';

const waitInVain = defineRoute({
  operationId: 'waitInVain',
  method: 'get',
  path: '/v1/wait',
  tag: 'Waiting',
  summary: 'Never answers',
  scope: 'waiting:read',
  response: Type.Object({}),
  deadlineSeconds: 0.1,
  handler: () => new Promise(() => undefined),
});

/** Its only request is given up at its deadline. */
export default definePlugin({
  id: 'slow',
  scopes: { 'waiting:read': 'Waiting' },
  routes: () => [waitInVain],
});
