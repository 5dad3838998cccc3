import 'reflect-metadata';
import { container as root, type DependencyContainer } from 'tsyringe';
import { type Container, type Token } from '@costplane/plugin-api';

export function createContainer(): Container {
  return wrap(root.createChildContainer());
}

function wrap(inner: DependencyContainer): Container {
  const container: Container = {
    provide: (token, value) => {
      inner.register(token.key, { useValue: value });
    },
    provideLazily: (token, factory) => {
      let made: { value: unknown } | undefined;
      inner.register(token.key, {
        useFactory: () => (made ??= { value: factory(container) }).value,
      });
    },
    get: <T>(token: Token<T>) => {
      if (!inner.isRegistered(token.key, true)) {
        throw new Error(`nothing is provided under the token "${token.description}"`);
      }
      return inner.resolve<T>(token.key);
    },
    createChild: () => wrap(inner.createChildContainer()),
  };
  return container;
}
