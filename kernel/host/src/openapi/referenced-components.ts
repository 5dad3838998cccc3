import { type JsonSchema } from './components.ts';

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

/**
 * The components that the paths refer to, directly or through other components, in their order:
 * an edition's document does not describe what no route of it uses.
 */
export function referencedComponents<C extends Components>(paths: unknown, components: C): C {
  const referenced = new Set<string>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref' || typeof inner !== 'string') follow(inner);
      else if (!referenced.has(inner)) {
        referenced.add(inner);
        const [section = '', name = ''] = inner.replace(root, '').split('/');
        follow(components[section]?.[name]);
      }
    }
  };
  follow(paths);
  const kept = Object.entries(components).map(([section, byName]) => [
    section,
    Object.fromEntries(
      Object.entries(byName).filter(([name]) => referenced.has(`${root}${section}/${name}`)),
    ),
  ]);
  return Object.fromEntries(kept) as C;
}

const root = '#/components/';
