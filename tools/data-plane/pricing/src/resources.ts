/** The resources among which a node's price is divided, named like the cost components. */
export const resourceNames = ['cpu', 'ram', 'gpu'] as const;
export type ResourceName = (typeof resourceNames)[number];

/** One value for each resource. */
export type PerResource<Value> = Record<ResourceName, Value>;

/** A quantity of each resource: `cpu` in nanocores, `ram` in bytes, `gpu` in devices. */
export type Quantities = PerResource<bigint>;

export function mapResources<Value>(make: (name: ResourceName) => Value): PerResource<Value> {
  return { cpu: make('cpu'), ram: make('ram'), gpu: make('gpu') };
}
