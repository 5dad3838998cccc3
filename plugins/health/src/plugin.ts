import { definePlugin } from '@costplane/plugin-api';
import { healthConfig } from './config.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { openapiRoutes } from './routes/openapi.ts';
import { startPage } from './routes/start-page.ts';

/** Health routes for probes, the OpenAPI document, and the API explorer. None of them needs a key. */
export const healthPlugin = definePlugin({
  id: 'health',
  config: healthConfig,
  tags: {
    Health: 'Health probes of the service.',
    Discovery: 'The OpenAPI document and the interactive documentation of this API.',
  },
  routes: (config) => [
    startPage(config),
    ...healthRoutes,
    ...(config.openapi ? openapiRoutes : []),
    ...(config.docs ? docsRoutes(config.documentOrigins) : []),
  ],
});
