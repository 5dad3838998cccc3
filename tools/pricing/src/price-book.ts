import type { FixedPoint } from './fixed-point.ts';
import { parseFixedPoint } from './fixed-point.ts';
import { listPrices } from './list-prices.ts';
import type { PerResource } from './resources.ts';

/** All rates are USD per hour. */
export interface PriceBook {
  /** By `instanceKey`: what one Linux instance costs on demand, and on spot where that is listed. */
  instances: ReadonlyMap<string, { onDemand: FixedPoint; spot?: FixedPoint }>;
  /** Per core, GiB of memory and GPU, for instances that are not listed. */
  defaultRates: { onDemand: PerResource<FixedPoint>; spot: PerResource<FixedPoint> };
  /** Per GiB, for volumes that are not listed. */
  defaultVolumeRate: FixedPoint;
  /**
   * By `<provider>/<service>`: the fee for one cluster's control plane. AKS is not there: its fee
   * depends on the cluster's tier, which no report holds.
   */
  controlPlanes: ReadonlyMap<string, FixedPoint>;
}

export interface InstanceName {
  provider: string;
  region: string;
  instanceType: string;
}

export function instanceKey({ provider, region, instanceType }: InstanceName): string {
  return `${provider}/${region}/${instanceType}`;
}

/** The price book that Costplane comes with. */
export const standardPriceBook: PriceBook = {
  instances: new Map(
    listPrices.prices.map(([provider, region, instanceType, onDemand]) => [
      instanceKey({ provider, region, instanceType }),
      { onDemand: parseFixedPoint(onDemand) },
    ]),
  ),
  defaultRates: {
    onDemand: {
      cpu: parseFixedPoint('0.031611'),
      ram: parseFixedPoint('0.004237'),
      gpu: parseFixedPoint('0.95'),
    },
    spot: {
      cpu: parseFixedPoint('0.006655'),
      ram: parseFixedPoint('0.000892'),
      gpu: parseFixedPoint('0.95'),
    },
  },
  defaultVolumeRate: parseFixedPoint('0.00005479'),
  controlPlanes: new Map([
    ['aws/EKS', parseFixedPoint('0.10')],
    ['gcp/GKE', parseFixedPoint('0.10')],
  ]),
};
