import { type ClusterFigures } from './cluster-figures.ts';
import { type ContainerFigures } from './container-figures.ts';
import { type Interval } from './interval.ts';
import { addFigures } from './measures.ts';
import { type NodeFigures } from './node-figures.ts';
import { type OwnerFigures } from './owner-figures.ts';
import { type QuantityFigures } from './quantity-figures.ts';

/** Rows to add to the ledger of a cluster; later ones in a list are newer. */
export interface LedgerIncrement {
  cluster: (ClusterFigures & InHours & Covered)[];
  namespaces: (OwnerFigures & InHours)[];
  owners: (OwnerFigures & InHours)[];
  quantities: (QuantityFigures & InHours)[];
  nodes: (NodeFigures & InHours & Covered)[];
  /** One for each container, owner, priced item and day. */
  containers: (ContainerFigures & InDay)[];
}

export interface InDay {
  /** Start of the day in Unix milliseconds. */
  day: number;
}

/** The figures of one hour, to be added to each of these hours, which are in the same day. */
export interface InHours extends InDay {
  hours: number[];
}

export interface Covered {
  /** The time that is covered, over all its hours. */
  covered: Interval;
}

/** Merges increments, which are ordered by time, into one. */
export function mergeIncrements(increments: readonly LedgerIncrement[]): LedgerIncrement {
  if (increments.length === 1 && increments[0]) return increments[0];
  return {
    cluster: increments.flatMap(({ cluster }) => cluster),
    namespaces: increments.flatMap(({ namespaces }) => namespaces),
    owners: increments.flatMap(({ owners }) => owners),
    quantities: increments.flatMap(({ quantities }) => quantities),
    nodes: increments.flatMap(({ nodes }) => nodes),
    containers: mergeContainers(increments.flatMap(({ containers }) => containers)),
  };
}

function mergeContainers(
  rows: readonly LedgerIncrement['containers'][number][],
): LedgerIncrement['containers'] {
  const merged = new Map<string, LedgerIncrement['containers'][number]>();
  for (const row of rows) {
    const key = `${row.day} ${row.pod_uid} ${row.container_name} ${row.owner.uid} ${row.item?.key ?? ''}`;
    const old = merged.get(key);
    const sum = old && {
      node_uid: row.node_uid ?? old.node_uid,
      figures: addFigures(old.figures, row.figures),
    };
    merged.set(key, { ...row, ...sum });
  }
  return [...merged.values()];
}
