import { quoteShell } from '../../parts/quote-shell.ts';
import { type ContainerConfig, readContainers } from './container-config.ts';

/** The change of a workload as a strategic merge patch, and the command that applies it. */
export interface Patch {
  readonly yaml: string;
  readonly command: string;
}

interface Change {
  readonly metadata: {
    readonly resource_type: string;
    readonly resource_name: string;
    readonly namespace: string;
  };
  readonly current: { readonly config: unknown };
  readonly recommended: { readonly config: unknown };
}

/** Undefined for resources without containers, such as a node. */
export function toPatch({
  metadata: { resource_type, resource_name, namespace },
  current,
  recommended,
}: Change): Patch | undefined {
  const before = readContainers(current.config);
  const containers = readContainers(recommended.config)
    .map((after) => ({ after, before: before.find(({ name }) => name === after.name) }))
    .filter(({ after, before }) => JSON.stringify(after) !== JSON.stringify(before));
  if (containers.length === 0 || resource_type === 'Node') return undefined;
  const isPod = resource_type === 'Pod';
  const yaml = nest(isPod ? ['spec'] : ['spec', 'template', 'spec'], [
    'containers:',
    ...containers.flatMap(({ after, before }) => patchContainer(after, before)),
  ]);
  const kubectl = [
    'kubectl',
    `--namespace ${quoteShell(namespace)}`,
    `patch ${quoteShell(`${resource_type.toLowerCase()}/${resource_name}`)}`,
    ...(isPod ? ['--subresource resize'] : []),
    '--patch-file /dev/stdin',
  ];
  return { yaml, command: `${kubectl.join(' ')} <<'EOF'\n${yaml}EOF\n` };
}

/** `null` removes quantities that the recommendation does not have. */
function patchContainer(after: ContainerConfig, before: ContainerConfig | undefined): string[] {
  const block = (name: 'requests' | 'limits') => {
    const resources = [
      ...new Set([...Object.keys(before?.[name] ?? {}), ...Object.keys(after[name])]),
    ];
    const lines = resources
      .sort()
      .map((resource) => `        ${resource}: ${quote(after[name][resource])}`);
    return lines.length === 0 ? [] : [`      ${name}:`, ...lines];
  };
  return [
    `  - name: ${quote(after.name)}`,
    '    resources:',
    ...block('requests'),
    ...block('limits'),
  ];
}

/** A JSON string is also a YAML string. */
const quote = (value: string | undefined) => JSON.stringify(value ?? null);

const nest = (keys: readonly string[], lines: readonly string[]): string =>
  [
    ...keys.map((key, depth) => `${'  '.repeat(depth)}${key}:`),
    ...lines.map((line) => `${'  '.repeat(keys.length)}${line}`),
    '',
  ].join('\n');
