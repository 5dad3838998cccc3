import 'reflect-metadata';
import { container as root, type DependencyContainer } from 'tsyringe';
import { type Token } from './tokens.ts';

/** A typed view of a tsyringe container: what is provided under a token, and nothing else. */
export interface Container {
  provide<T>(token: Token<T>, value: T): void;
  /** The factory runs once, when the token is first asked for. */
  provideLazily<T>(token: Token<T>, factory: (container: Container) => T): void;
  get<T>(token: Token<T>): T;
  createChild(): Container;
}

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
