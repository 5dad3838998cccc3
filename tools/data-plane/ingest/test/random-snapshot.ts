import { type Snapshot } from '../src/snapshot-schema.ts';
import {
  claim,
  container,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  volume,
} from './sample-snapshot.ts';

/** mulberry32: the same seed gives the same numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const gib = 2 ** 30;
/**
 * A cluster of anything: odd sizes, crowded and empty nodes, nodes and volumes without a price. Of one
 * seed it is always the same.
 */
export function randomSnapshot(seed: number, minute = seed): Snapshot {
  const next = random(seed);
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  const chance = (share: number) => next() < share;
  const cores = (most: number) => Math.round(next() * most * 1e6) / 1e6;
  const names = Array.from({ length: upTo(8) }, (_, index) => `node-${index}`);
  const nodes = names.map((name) => {
    const isBlank = chance(0.1);
    const cpu = isBlank ? 0 : cores(64);
    const memory = isBlank ? 0 : upTo(256 * gib);
    const gpus = isBlank || chance(0.7) ? 0 : upTo(8);
    return node(name, {
      capacity_type: chance(0.3) ? 'spot' : '',
      cpu_capacity_cores: cpu,
      cpu_allocatable: chance(0.1) ? cpu * 2 : cpu * next(),
      memory_capacity_bytes: memory,
      memory_allocatable: Math.floor(memory * next()),
      gpu_capacity: gpus,
      gpu_allocatable: upTo(gpus),
    });
  });
  const deployments = Array.from({ length: upTo(6) }, (_, index) => `deployment-${index}`);
  const containers = () =>
    Array.from({ length: upTo(3) }, (_, index) =>
      container({
        name: `container-${index}`,
        cpu_request_cores: chance(0.2) ? 0 : cores(chance(0.1) ? 100 : 4),
        memory_request_bytes: chance(0.2) ? 0 : upTo(16 * gib),
        gpu_request: chance(0.8) ? 0 : upTo(4),
        ...(chance(0.3) ? {} : { cpu_usage_cores: cores(6), memory_usage_bytes: upTo(20 * gib) }),
      }),
    );
  const pods = Array.from({ length: upTo(40) }, (_, index) => {
    const owner = deployments[upTo(deployments.length)];
    const nodeName = chance(0.05) ? 'elsewhere' : (names[upTo(names.length - 1)] ?? '');
    // A pod never moves.
    return pod(`pod-${index}-${nodeName}`, nodeName, {
      phase: chance(0.85) ? 'Running' : 'Pending',
      namespace: owner === undefined && chance(0.5) ? 'bare' : 'shop',
      containers: containers(),
      ...(owner === undefined ? {} : ownedBy('Deployment', owner)),
    });
  });
  const claims = Array.from({ length: upTo(4) }, (_, index) => `claim-${index}`);
  return sampleSnapshot(minute, {
    ...(chance(0.6) ? { provider: 'aws', kubernetes_version: 'v1.33.4-eks-0' } : {}),
    summary: { metrics_available: chance(0.8) },
    nodes,
    deployments: deployments.map((name) => deployment(name)),
    pods,
    pvs: Array.from({ length: upTo(8) }, (_, index) =>
      volume(`volume-${index}`, claims[upTo(claims.length)] ?? null, {
        capacity: chance(0.1) ? 0 : upTo(1000 * gib),
      }),
    ),
    pvcs: claims.map((name) => claim(name)),
  });
}
