import { type FixedPoint } from './fixed-point.ts';
import { type PerResource } from './resources.ts';

/** What is charged per hour, GPU-hour or GiB-month: on demand and, where it is listed, on spot. */
export interface ListedPrice {
  onDemand: FixedPoint;
  spot?: FixedPoint;
}

/** Prices as one part of a book gives them, in the book's currency. */
export interface PriceList {
  /** Per hour of a core, a GiB of memory and a GPU, for instances that are in no list. */
  rates: { onDemand: PerResource<FixedPoint> | null; spot: PerResource<FixedPoint> | null };
  /** By `gpuModelKey`: per GPU-hour, for instances that are in no list. */
  gpuModels: ReadonlyMap<string, ListedPrice & { model: string }>;
  /** By `instanceKey`: per hour of one Linux instance. */
  instances: ReadonlyMap<string, ListedPrice>;
  storage: {
    /** Per GiB-month, for volumes of classes that are in no list. */
    defaultGibMonth: FixedPoint | null;
    /** By `storageKey`: per GiB-month. */
    classes: ReadonlyMap<string, FixedPoint>;
  };
}

/** A whole price book. */
export interface PriceBook extends PriceList {
  /** As ISO 4217 names it. */
  currency: string;
  /** Where that stands in the file, from 1. */
  currencyPlace: { line: number; column: number };
  /** By `controlPlaneKey`: per hour of one cluster's control plane. */
  controlPlanes: ReadonlyMap<string, FixedPoint>;
  /** What is different for some clusters, in the order of the book. */
  clusters: readonly ClusterEntry[];
}

/** What a book says of one cluster. It goes before what the book says of all. */
export interface ClusterEntry extends PriceList {
  /** Id or name of the cluster. */
  cluster: string;
  /** Id or name of its organization; null: the one whose book this is. */
  organization: string | null;
  /** Per hour; null: as for other clusters. */
  controlPlane: FixedPoint | null;
  /** Where the entry stands in its file, from 1. */
  place: { line: number; column: number };
}

export const providers = ['aws', 'gcp', 'azure', 'on-prem'] as const;

/** The managed services that a report tells apart. */
export const controlPlaneServices: Record<string, readonly string[]> = {
  aws: ['EKS'],
  gcp: ['GKE'],
  azure: ['AKS'],
  'on-prem': [],
};

/** Stands for every region that is not named beside it. */
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

/** Tools write one model as `NVIDIA A100-SXM4-80GB` and as `NVIDIA-A100-SXM4-80GB`. */
export function gpuModelKey(model: string): string {
  return model.toLowerCase().replaceAll(/[\s_-]+/g, '-');
}

export function controlPlaneKey(name: { provider: string; service: string }): string {
  return joinKey(name.provider, name.service);
}

/** No name of a book has a line feed. */
const separator = '\n';
const joinKey = (...names: readonly string[]) => names.join(separator);

/** The names that make up a key. */
export const namesOfKey = (key: string): string[] => key.split(separator);
