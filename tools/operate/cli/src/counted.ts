/** `1 hour`, `2 hours`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 nodes, 1 pod, 2 workloads`. */
export const countedContents = ({ nodes, pods, workloads }: Record<Content, number>): string =>
  [counted(nodes, 'node'), counted(pods, 'pod'), counted(workloads, 'workload')].join(', ');

type Content = 'nodes' | 'pods' | 'workloads';
