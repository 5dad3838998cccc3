import { definePlugin, defineRoute } from '@costplane/plugin-api';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';

/** While there is such a file beside this one, nobody is greeted. */
const holdFile = join(import.meta.dirname, 'hold');

const greet = defineRoute({
  operationId: 'greet',
  method: 'get',
  path: '/v1/hello',
  tag: 'Hello',
  summary: 'A greeting, unless it is held back',
  scope: 'hello:read',
  response: Type.Object({ greeting: Type.String() }),
  handler: async () => {
    while (existsSync(holdFile)) await sleep(10);
    return { greeting: 'hello' };
  },
});

/** A vendor's plugin: it lies in a folder of its own, with nothing installed. */
export default definePlugin({
  id: 'hello',
  scopes: { 'hello:read': 'Greetings' },
  routes: [greet],
});
