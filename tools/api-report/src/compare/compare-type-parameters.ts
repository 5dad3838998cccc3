import type ts from 'typescript';
import { compareTypes } from './compare-types.ts';
import { type Comparison, type Place, reportChange } from './comparison.ts';

interface Generic {
  readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> | undefined;
}

/** Compares the type parameters of a declaration; inside it they are in scope. */
export function compareTypeParameters(
  comparison: Comparison,
  { typeParameters: old = [] as never }: Generic,
  { typeParameters: now = [] as never }: Generic,
  outer: Place,
): Place {
  const scope = new Map(outer.scope);
  old.forEach((before, index) => scope.set(before.name.text, now[index]?.name.text ?? ''));
  const place: Place = { ...outer, scope };
  const at = ({ name }: ts.TypeParameterDeclaration): Place => ({
    ...place,
    where: `${place.where}<${name.text}>`,
  });

  old.forEach((before, index) => {
    const after = now[index];
    if (after === undefined) {
      reportChange(comparison, at(before), before, after, 'plugins give this type argument');
      return;
    }
    if (after.constraint !== undefined) {
      const given: Place = { ...at(after), direction: 'given' };
      compareTypes(comparison, before.constraint, after.constraint, given);
    }
    if (before.default !== undefined && after.default === undefined) {
      reportChange(comparison, at(after), before, after, 'plugins leave this type argument out');
    } else if (before.default !== undefined) {
      for (const direction of ['given', 'got'] as const) {
        compareTypes(comparison, before.default, after.default, { ...at(after), direction });
      }
    }
  });
  for (const added of now.slice(old.length)) {
    if (added.default === undefined) {
      const why = 'plugins do not give this type argument, and it has no default';
      reportChange(comparison, at(added), undefined, added, why);
    }
  }
  return place;
}
