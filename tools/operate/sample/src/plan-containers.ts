import { type ContainerPlan } from './plan.ts';
import { between, seededFraction, seededPick } from './seeded.ts';
import { MiB, roundCores } from './units.ts';

const registry = 'registry.example.com';

/** Peak usage of a workload relative to its request; many request far too much. */
function shareUsed(seed: string): number {
  const kind = seededFraction(`${seed}/fit`);
  if (kind < 0.4) return between(`${seed}/used`, 0.04, 0.2);
  if (kind < 0.9) return between(`${seed}/used`, 0.4, 0.75);
  return between(`${seed}/used`, 0.9, 1.3);
}

/** A container of one of the company's own programs. */
export function planContainer(seed: string, name: string, image: string): ContainerPlan {
  const cores = seededPick(`${seed}/cpu`, [0.05, 0.1, 0.1, 0.15, 0.2, 0.25, 0.3]);
  const bytes = seededPick(`${seed}/memory`, [128, 192, 256, 256, 384, 512, 768]) * MiB;
  const limitCores = seededFraction(`${seed}/limit`) < 0.35 ? 0 : cores * 2;
  return {
    name,
    image: `${registry}/${image}:${seededPick(`${seed}/major`, [1, 2, 3, 4])}.${seededPick(`${seed}/minor`, [0, 3, 7, 12])}.${seededPick(`${seed}/patch`, [0, 1, 4])}`,
    cpu_request_cores: cores,
    cpu_limit_cores: roundCores(limitCores),
    memory_request_bytes: bytes,
    memory_limit_bytes: bytes * 2,
    gpus: 0,
    port: 8080,
    peak_cores: cores * shareUsed(`${seed}/cpu`),
    steady_bytes: Math.round(bytes * shareUsed(`${seed}/memory`)),
  };
}

/** A container of fixed size, such as that of a system daemon. */
export function fixedContainer(
  name: string,
  image: string,
  { cores, memoryMiB, gpus = 0 }: { cores: number; memoryMiB: number; gpus?: number },
): ContainerPlan {
  return {
    name,
    image: `${registry}/${image}`,
    cpu_request_cores: cores,
    cpu_limit_cores: 0,
    memory_request_bytes: memoryMiB * MiB,
    memory_limit_bytes: memoryMiB * 2 * MiB,
    gpus,
    peak_cores: cores * between(`${name}/peak`, 0.2, 0.6),
    steady_bytes: Math.round(memoryMiB * MiB * between(`${name}/steady`, 0.5, 0.9)),
  };
}

/** The sidecar proxy in namespaces with a service mesh. */
export const meshProxy: ContainerPlan = {
  ...fixedContainer('istio-proxy', 'istio/proxyv2:1.26.2', { cores: 0.01, memoryMiB: 64 }),
  cpu_limit_cores: 1,
  port: 15090,
};

/** A container without requests and limits. */
export function unsizedContainer(seed: string, name: string, image: string): ContainerPlan {
  return {
    ...planContainer(seed, name, image),
    cpu_request_cores: 0,
    cpu_limit_cores: 0,
    memory_request_bytes: 0,
    memory_limit_bytes: 0,
  };
}
