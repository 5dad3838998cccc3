import { definePlugin } from '@costplane/plugin-api';
import { assetRoutes } from './routes/assets.ts';
import { pageRoutes } from './routes/page.ts';
import { sessionRoute } from './routes/session.ts';

/** A read-only web page over the public routes. The page loads without a key, and asks for one. */
export const consolePlugin = definePlugin({
  id: 'console',
  routes: () => [...pageRoutes, sessionRoute, ...assetRoutes()],
});
