import { type Client } from '../client.ts';
import { walk } from './lists.ts';

type Labels = Readonly<Record<string, string>>;

/** The teams and departments that the labels of namespaces name, by the ids that the API shows. */
export interface Owners {
  of(labels: Labels): Readonly<Record<string, { readonly id: string; readonly name: string }>>;
}

export async function readOwners(client: Client, key: string): Promise<Owners> {
  const ids = new Map<string, string>();
  for (const kind of ['team', 'department']) {
    for (const { id, metadata } of await walk(client, `/v1/${kind}s`, key)) {
      ids.set(`${kind}/${metadata.name}`, id);
    }
  }
  return {
    of: (labels) =>
      Object.fromEntries(
        ['team', 'department'].flatMap((kind) => {
          const name = labels[kind];
          return name === undefined ? [] : [[kind, { id: ids.get(`${kind}/${name}`)!, name }]];
        }),
      ),
  };
}
