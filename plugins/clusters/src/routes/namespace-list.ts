import { decimalParameter, optional, type PageRequest } from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { type DirectCostView } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type NamespaceScope } from '../queries/page-of-namespaces.ts';
import { countNamespaces, selectNamespacePage } from '../queries/select-namespaces.ts';
import { toNamespace } from '../resources/to-namespace.ts';
import { type ClusterRows } from '../tables.ts';

/** The filter that both lists of namespaces have. */
export const minCostHourly = optional(
  decimalParameter('Minimum hourly run rate for the selected basis.'),
);

/** One page of namespaces, of one cluster or of many. */
export const pageOfList = (
  db: Kysely<ClusterRows>,
  scope: NamespaceScope,
  view: DirectCostView,
  page: PageRequest,
) =>
  listPage(page, {
    clusters: scope.clusters,
    rows: () => selectNamespacePage(db, scope, view.basis, page).execute(),
    total: () => countNamespaces(db, scope, view.basis).executeTakeFirstOrThrow(),
    key: (row) => [row.run_rate_rank, row.id],
    shape: (row) => toNamespace(row, view),
  });
