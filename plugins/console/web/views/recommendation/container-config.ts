import { readFields, readList, readText } from './open-object.ts';

/** The resources of a container as Kubernetes quantities; unset ones are absent. */
export interface ContainerConfig {
  readonly name: string;
  readonly requests: Quantities;
  readonly limits: Quantities;
}
type Quantities = Readonly<Record<string, string>>;

/** Parses the containers of a configuration, which has no fixed schema in the API. */
export function readContainers(config: unknown): readonly ContainerConfig[] {
  return readList(readFields(config).containers).map((container) => {
    const { name, requests, limits } = readFields(container);
    return {
      name: readText(name) ?? '',
      requests: readQuantities(requests),
      limits: readQuantities(limits),
    };
  });
}

const readQuantities = (quantities: unknown): Quantities =>
  Object.fromEntries(
    Object.entries(readFields(quantities)).flatMap(([resource, value]) => {
      const quantity = readText(value);
      return quantity === undefined ? [] : [[resource, quantity]];
    }),
  );
