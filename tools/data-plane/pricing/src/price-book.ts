import { type FixedPoint } from './fixed-point.ts';
import { type PerResource } from './resources.ts';

/** A price per hour, GPU-hour or GiB-month: on demand and, if listed, for spot. */
export interface ListedPrice {
  onDemand: FixedPoint;
  spot?: FixedPoint;
}

/** The prices in one part of a book, in the currency of the book. */
export interface PriceList {
  /** Hourly rates of a core, a GiB of memory and a GPU, for instances that are not listed. */
  rates: { onDemand: PerResource<FixedPoint> | null; spot: PerResource<FixedPoint> | null };
  /** By `gpuModelKey`: per GPU-hour, for instances that are not listed. */
  gpuModels: ReadonlyMap<string, ListedPrice & { model: string }>;
  /** By `instanceKey`: per hour of one Linux instance. */
  instances: ReadonlyMap<string, ListedPrice>;
  storage: {
    /** Per GiB-month, for volumes of classes that are not listed. */
    defaultGibMonth: FixedPoint | null;
    /** By `storageKey`: per GiB-month. */
    classes: ReadonlyMap<string, FixedPoint>;
  };
}

/** A complete price book. */
export interface PriceBook extends PriceList {
  /** ISO 4217 code. */
  currency: string;
  /** Line of the currency in the file, from 1. */
  currencyPlace: { line: number; column: number };
  /** By `controlPlaneKey`: per hour of one cluster's control plane. */
  controlPlanes: ReadonlyMap<string, FixedPoint>;
  /** Entries that override prices for some clusters, in the order of the book. */
  clusters: readonly ClusterEntry[];
}

/** The prices of a book for one cluster. They override the general prices of the book. */
export interface ClusterEntry extends PriceList {
  /** Id or name of the cluster. */
  cluster: string;
  /** Id or name of its organization; null: the owner of the book. */
  organization: string | null;
  /** Per hour; null: the same as for other clusters. */
  controlPlane: FixedPoint | null;
  /** Line of the entry in its file, from 1. */
  place: { line: number; column: number };
}

export const providers = ['aws', 'gcp', 'azure', 'on-prem'] as const;

/** The managed services that can be recognized in a report. */
export const controlPlaneServices: Record<string, readonly string[]> = {
  aws: ['EKS'],
  gcp: ['GKE'],
  azure: ['AKS'],
  'on-prem': [],
};

/** Matches every region that has no entry of its own. */
export const anyRegion = '*';

export interface InstanceName {
  provider: string;
  region: string;
  instanceType: string;
}

export interface StorageName {
  provider: string;
  region: string;
  storageClass: string;
}

export function instanceKey({ provider, region, instanceType }: InstanceName): string {
  return joinKey(provider, region, instanceType);
}

export function storageKey({ provider, region, storageClass }: StorageName): string {
  return joinKey(provider, region, storageClass);
}

/**
 * Tools spell the same model `NVIDIA A100-SXM4-80GB` and `NVIDIA-A100-SXM4-80GB`, with `-SHARED` at
 * the end if it is time-sliced.
 */
export function gpuModelKey(model: string): string {
  return model
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')
    .replace(/-shared$/, '');
}

export function controlPlaneKey(name: { provider: string; service: string }): string {
  return joinKey(name.provider, name.service);
}

/** Names in a book cannot contain a line feed. */
const separator = '\n';
const joinKey = (...names: readonly string[]) => names.join(separator);

/** The names that a key consists of. */
export const namesOfKey = (key: string): string[] => key.split(separator);
