import { type CostplaneClient, type ListPath, paginate, type Row } from '@costplane/client';

type List<P extends ListPath> = (
  client: CostplaneClient,
  path: P,
  init: object,
) => AsyncIterable<Row<P>>;

/** Every row of a list; the options of the command become query parameters. */
export const paged =
  <P extends ListPath>(path: P) =>
  (client: CostplaneClient, query: object) =>
    (paginate as List<P>)(client, path, { params: { query } });
