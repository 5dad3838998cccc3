import type ts from 'typescript';
import { type ApiSource } from './api-source.ts';
import { type Direction } from './direction.ts';

/** A change that plugins built for the released version may not survive. */
export interface Breaking {
  /** The declaration, and where in it: `PluginDefinition.routes`, `notFound(field)`. */
  readonly where: string;
  readonly was: string;
  readonly is: string;
  /** What it means for a plugin. */
  readonly why: string;
}

/** Two versions of an API, beside each other. */
export interface Comparison {
  readonly old: ApiSource;
  readonly now: ApiSource;
  readonly checker: ts.TypeChecker;
  report(breaking: Breaking): void;
  /** Has two declarations compared, for values that go this way, once. */
  schedule(oldName: string, nowName: string, direction: Direction): void;
}

/** Where in the API a comparison is. */
export interface Place {
  readonly where: string;
  readonly direction: Direction;
  /** The type parameters in scope: what each is called now. */
  readonly scope: ReadonlyMap<string, string>;
}

export const within = (place: Place, suffix: string): Place => ({
  ...place,
  where: place.where + suffix,
});

/** The declaration as one line. */
export function textOf(node: ts.Node | undefined): string {
  if (node === undefined) return 'nothing';
  const text = node
    .getText()
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

export const reportChange = (
  comparison: Comparison,
  { where }: Place,
  old: ts.Node | undefined,
  now: ts.Node | undefined,
  why: string,
): void => comparison.report({ where, was: textOf(old), is: textOf(now), why });

/** Whether a comparison finds nothing, without reporting it. */
export function isUnbroken(comparison: Comparison, compare: (silent: Comparison) => void): boolean {
  let isBroken = false;
  compare({
    ...comparison,
    report() {
      isBroken = true;
    },
  });
  return !isBroken;
}
