import { routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { type Prefix } from '../config.ts';
import { readAssets, readMachines } from '../queries/read-assets.ts';
import { readScope } from '../queries/scope.ts';
import { chooseSets } from '../question/question.ts';
import { type Asset, assetSchema, assetTypes, toNode, toOthers } from '../resources/asset.ts';
import { clip } from '../resources/to-allocation.ts';
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
      const { query, now, db, ledger } = context;
      const sets = chooseSets(query, true, now);
      const types: readonly string[] = query.filterTypes?.split(',') ?? assetTypes;
      const scope = await readScope(context);
      const machines = await readMachines(db, scope);
      const { nodes, clusters, covered } = await readAssets(ledger, sets, scope, now);
      return sets.map((set, index) => {
        const lasting = clip(set, covered);
        const isOfSet = (row: { readonly set_number: number }) => row.set_number === index + 1;
        const assets = [
          ...nodes
            .filter(isOfSet)
            .map((row) => toNode(row, machines.get(row.node_uid ?? ''), set, lasting)),
          ...clusters.filter(isOfSet).flatMap((row) => toOthers(row, set, lasting)),
        ];
        return Object.fromEntries(
          assets
            .filter(({ type }) => types.includes(type))
            .map((asset) => [nameAsset(asset), asset]),
        );
      });
    },
  });

const nameAsset = ({ type, properties: { cluster, name, providerID } }: Asset) =>
  [cluster, type, name, providerID].filter((part) => part !== '').join('/');
