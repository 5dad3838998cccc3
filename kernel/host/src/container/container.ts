import 'reflect-metadata';
import { container as global, type DependencyContainer } from 'tsyringe';
import { type Container, type ProvidedBy, type Token, type Uses } from '@costplane/plugin-api';

export type RootContainer = ReturnType<typeof createContainer>;

/** Creates the root container of the service, with a child per plugin. */
export function createContainer() {
  const inner = global.createChildContainer();
  const replacedBy = new Map<symbol, string>();
  const root = view(inner);
  return {
    ...root,
    has: ({ key }: Token<unknown>) => inner.isRegistered(key),
    /** A container of one plugin; services that it provides replace those of the root. */
    forPlugin(name: string): Container {
      const own = view(inner.createChildContainer());
      return {
        get: (token) => own.get(token),
        provide(token, value) {
          if (!token.isService) {
            own.provide(token, value);
            return;
          }
          const other = replacedBy.get(token.key);
          if (other !== undefined) {
            throw new Error(`it replaces ${token.description}, which ${other} replaces already`);
          }
          replacedBy.set(token.key, name);
          root.provide(token, value);
        },
      };
    },
  };
}

/** Resolves several tokens, by their names. */
export function resolveAll<const U extends Uses>(tokens: U, container: Container): ProvidedBy<U> {
  const resolved = Object.entries(tokens).map(([name, token]) => [name, container.get(token)]);
  return Object.fromEntries(resolved) as ProvidedBy<U>;
}

const view = (inner: DependencyContainer): Container => ({
  provide: ({ key }, value) => inner.register(key, { useValue: value }),
  get: <T>({ key, description }: Token<T>) => {
    if (!inner.isRegistered(key, true)) {
      throw new Error(`nothing is provided under the token "${description}"`);
    }
    return inner.resolve<T>(key);
  },
});
