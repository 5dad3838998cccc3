import type { ClusterFigures } from './cluster-figures.ts';
import type { ContainerFigures } from './container-figures.ts';
import type { Interval } from './interval.ts';
import { addFigures, type Figures } from './measures.ts';
import type { NodeFigures } from './node-figures.ts';
import type { OwnerFigures } from './owner-figures.ts';

/** What is to be added to the ledger of a cluster: one row of each list per key. */
export interface LedgerIncrement {
  cluster: (ClusterFigures & InHour & Covered)[];
  namespaces: (OwnerFigures & InHour)[];
  owners: (OwnerFigures & InHour)[];
  nodes: (NodeFigures & InHour & Covered)[];
  containers: (ContainerFigures & InDay)[];
}

export interface InHour {
  /** When it begins, in Unix milliseconds. */
  hour: number;
}

export interface InDay {
  day: number;
}

export interface Covered {
  /** The time that is accounted for. */
  covered: Interval[];
}

/** All of them as one; of what is described differently, the last says how. */
export function mergeIncrements(increments: readonly LedgerIncrement[]): LedgerIncrement {
  const list = <Name extends keyof LedgerIncrement>(name: Name) =>
    increments.flatMap<LedgerIncrement[Name][number]>((increment) => increment[name]);
  return {
    cluster: merge(list('cluster'), ({ hour }) => String(hour), mergeCluster),
    namespaces: merge(list('namespaces'), ({ hour, owner }) => `${hour} ${owner.uid}`),
    owners: merge(list('owners'), ({ hour, owner }) => `${hour} ${owner.uid}`),
    nodes: merge(list('nodes'), ({ hour, node }) => `${hour} ${node.uid}`, mergeCovered),
    containers: merge(
      list('containers'),
      ({ day, pod_uid, container_name }) => `${day} ${pod_uid} ${container_name}`,
      ({ node_uid: known }, { node_uid }) => ({ node_uid: node_uid ?? known }),
    ),
  };
}

/** Adds up the figures of rows of the same key. `mergeRest` says what else is not just replaced. */
function merge<Row extends { figures: Figures }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  mergeRest: (old: Row, row: Row) => Partial<Row> = () => ({}),
): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const old = merged.get(key);
    merged.set(
      key,
      old ? { ...row, ...mergeRest(old, row), figures: addFigures(old.figures, row.figures) } : row,
    );
  }
  return [...merged.values()];
}

const mergeCovered = (old: Covered, row: Covered) => ({
  covered: [...old.covered, ...row.covered],
});

const mergeCluster = (old: ClusterFigures & Covered, row: ClusterFigures & Covered) => ({
  ...mergeCovered(old, row),
  is_compute_partial: old.is_compute_partial || row.is_compute_partial,
  is_storage_partial: old.is_storage_partial || row.is_storage_partial,
  compute_pricing_sources: union(old.compute_pricing_sources, row.compute_pricing_sources),
  storage_pricing_sources: union(old.storage_pricing_sources, row.storage_pricing_sources),
});

const union = <Item>(a: readonly Item[], b: readonly Item[]) => [...new Set([...a, ...b])].sort();
