import {
  CLOCK,
  createToken,
  definePlugin,
  LOGGER,
  PLUGIN_CONFIG,
  PRODUCT,
} from '@costplane/kernel';
import { Type } from 'typebox';
import { answerRoutes } from './answers.js';
import { listClusterNames } from './cluster-names.js';
import { echoParameters, getClusterName, readBody } from './parameters.js';
import { streamNames } from './stream.js';
import { tables } from './tables.js';

const GREETER = createToken('costplane-plugin-built-for-1.0/greeter', 'Greets by name');

const config = Type.Object({
  greeting: Type.String({ default: 'Hello', description: 'The first word.' }),
});

/** Most of what a plugin may use of kernel 1.0. */
export default definePlugin({
  id: 'built-for-1.0',
  scopes: { 'older:read': 'What the older plugin serves' },
  sharedScopes: { 'clusters:read': 'Clusters' },
  config,
  tables,
  ledgerTables: tables,
  tags: { Older: 'What the older plugin serves.' },
  routes: ({ greeting }) => [
    listClusterNames,
    getClusterName,
    echoParameters,
    readBody,
    streamNames,
    ...answerRoutes(GREETER, greeting),
  ],
  register(container, { greeting }) {
    container.provideLazily(GREETER, (own) => {
      own.get(LOGGER).debug({ greeting }, 'greets from now on');
      const { version } = own.get(PRODUCT);
      const isSame = own.get(PLUGIN_CONFIG).greeting === greeting;
      return {
        greet: (name) => `${greeting}, ${name}`,
        knowsItsHost: version.length > 0 && isSame && own.get(CLOCK).now() instanceof Date,
      };
    });
  },
});
