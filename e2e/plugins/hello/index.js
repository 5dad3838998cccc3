import { definePlugin, defineRoute } from '@costplane/kernel';
import { Type } from 'typebox';

const greet = defineRoute({
  operationId: 'greet',
  method: 'get',
  path: '/v1/hello',
  tag: 'Hello',
  summary: 'A greeting, after a while',
  scope: 'hello:read',
  response: Type.Object({ greeting: Type.String() }),
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    return { greeting: 'hello' };
  },
});

/** A vendor's plugin: it lies in a folder of its own, with nothing installed. */
export default definePlugin({
  id: 'hello',
  scopes: { 'hello:read': 'Greetings' },
  routes: [greet],
});
