import { defineRoute, open } from '@costplane/plugin-api';
import { listAssets, readBuilt } from '../built-page.ts';

const assetRoute = (name: string) =>
  defineRoute({
    operationId: `getConsoleAsset_${name}`,
    method: 'get',
    path: `/console/assets/${name}`,
    tag: 'Console',
    summary: 'Get a file of the console',
    undocumented: 'part of the console',
    scope: open('the page asks for a key before it sends requests'),
    produces: 'application/octet-stream',
    handler: async () => ({
      ...(await readBuilt(`assets/${name}`)),
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    }),
  });

/** One route per file of the built page, so that any other path is unknown. */
export const assetRoutes = () => listAssets().map(assetRoute);
