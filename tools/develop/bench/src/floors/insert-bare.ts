import { type ClientBase } from 'pg';

export type BareSnapshot = Record<'nodes' | 'pods', BarePod[]>;

interface BarePod {
  readonly uid: string;
  readonly containers: readonly object[];
}

/** Inserts the nodes, pods and containers of a snapshot as they are, in one transaction. */
export async function insertBare(client: ClientBase, snapshot: BareSnapshot): Promise<void> {
  const containers = snapshot.pods.flatMap(({ uid, containers }) =>
    containers.map((container) => ({ ...container, uid })),
  );
  await client.query('begin');
  for (const [table, rows] of Object.entries({
    bare_nodes: snapshot.nodes,
    bare_pods: snapshot.pods.map(({ containers: _, ...pod }) => pod),
    bare_containers: containers,
  })) {
    await client.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query('commit');
}
