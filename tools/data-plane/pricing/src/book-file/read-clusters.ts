import { type ClusterEntry } from '../price-book.ts';
import { listKeys, readPriceList } from './read-price-list.ts';
import { excerpt, type Field, type ValueReader } from './read-values.ts';

export function readClusters(field: Field | undefined, reader: ValueReader): ClusterEntry[] {
  const clusters: ClusterEntry[] = [];
  const lines = new Map<string, number>();
  for (const item of reader.list(field)) {
    const entry = readCluster(item, reader);
    const { cluster, organization, place } = entry;
    const key = `${organization ?? ''}\n${cluster}`;
    const line = lines.get(key);
    if (line !== undefined && cluster !== '') {
      const what = `cluster ${excerpt(cluster)} appears twice, first on line ${line}`;
      reader.report(item.value, what, 'keep one of them');
    }
    lines.set(key, line ?? place.line);
    clusters.push(entry);
  }
  return clusters;
}

function readCluster(item: Field, reader: ValueReader): ClusterEntry {
  const { line, column, kind } = item.value;
  const fields = reader.fields(item, ['cluster', 'organization', 'control_plane', ...listKeys]);
  if (kind === 'nothing' || (kind === 'map' && !fields.cluster)) {
    reader.report(item.value, `${item.name} has no cluster`, 'name it, by its id or name');
  }
  const { cluster, organization, control_plane } = fields;
  return {
    cluster: cluster ? reader.text(cluster, 'production') : '',
    organization: organization ? reader.text(organization, 'acme') : null,
    controlPlane: control_plane ? reader.price(control_plane) : null,
    ...readPriceList(fields, reader),
    place: { line, column },
  };
}
