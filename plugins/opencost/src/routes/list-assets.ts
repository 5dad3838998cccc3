import { routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { type Prefix } from '../config.ts';
import { readAssets } from '../queries/read-assets.ts';
import { readScope } from '../queries/scope.ts';
import { readView } from '../queries/view.ts';
import { chooseSets } from '../question/question.ts';
import { type Asset, assetSchema, toAssets } from '../resources/asset.ts';
import { type OpencostRows } from '../tables.ts';
import { historyErrors, opencostRoute } from './opencost-route.ts';
import { allocationQuery, filterTypes, ignoredQuery } from './parameters.ts';

export const listAssets = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...opencostRoute,
    operationId: 'opencostListAssets',
    path: `${prefix}/assets`,
    summary: 'What was paid for (OpenCost)',
    description: 'Nodes, and of each cluster its volumes and its control plane, by whole days.',
    query: {
      window: allocationQuery.window,
      step: allocationQuery.step,
      accumulate: allocationQuery.accumulate,
      filterTypes,
    },
    ignoredQuery,
    response: Type.Array(Type.Record(Type.String(), assetSchema), {
      description: 'A set for each step, in order: assets by their names.',
    }),
    errors: historyErrors,

    async handler(context) {
      const { query, now, ledger } = context;
      const sets = chooseSets(query, true, now);
      const scope = await readScope(context);
      const types = query.filterTypes?.split(',');
      return readView(ledger, sets, scope, now, async (view) => {
        const rows = [...(await readAssets(view, 'node')), ...(await readAssets(view, 'cluster'))];
        return sets.map((set, index) => {
          const assets = rows
            .filter((row) => row.set_number === index + 1)
            .flatMap((row) => toAssets(row, set, view.covered))
            .filter(({ type }) => types?.includes(type) ?? true);
          return Object.fromEntries(assets.map((asset) => [nameAsset(asset), asset]));
        });
      });
    },
  });

const nameAsset = ({ type, properties: { cluster, name, providerID } }: Asset) =>
  [cluster, type, name, providerID].filter((part) => part !== '').join('/');
