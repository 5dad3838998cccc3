import ts from 'typescript';
import { compareDeclarations } from './compare-declarations.ts';
import { compareTypes } from './compare-types.ts';
import { type Comparison, isUnbroken, type Place } from './comparison.ts';
import { type Direction, directionsWithin } from './direction.ts';
import { isGeneric } from './same-text.ts';

export type Reference = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments;

export const isReference = (node: ts.Node): node is Reference =>
  ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node);

/** Compares two uses of named types. False where the names mean different things. */
export function compareReferences(
  comparison: Comparison,
  old: Reference,
  now: Reference,
  place: Place,
): boolean {
  const [oldName, nowName] = [nameOf(old), nameOf(now)];
  const parameter = place.scope.get(oldName);
  if (parameter !== undefined) return parameter === nowName;

  const isOwn = comparison.old.declarations.has(oldName);
  if (isOwn !== comparison.now.declarations.has(nowName)) return false;
  if (!isOwn) return compareForeign(comparison, old, now, place);
  if (oldName === nowName) {
    comparison.schedule(oldName, nowName, place.direction);
  } else if (!isSameByAnotherName(comparison, oldName, nowName, place)) return false;
  return compareArguments(comparison, old, now, place, ['given', 'got']);
}

/** The name of a type of the API, as the roll-up has it. */
const nameOf = (reference: Reference): string =>
  ts.isTypeReferenceNode(reference) ? reference.typeName.getText() : reference.expression.getText();

function compareForeign(comparison: Comparison, old: Reference, now: Reference, place: Place) {
  const origin = originOf(nameOf(old), comparison.old.imports);
  if (origin !== originOf(nameOf(now), comparison.now.imports)) return false;
  const isStandard = !origin.includes('#');
  const directions = isStandard ? directionsWithin(origin, place.direction) : ['given', 'got'];
  return compareArguments(comparison, old, now, place, directions as readonly Direction[]);
}

/** `kysely#Kysely`; a name that nothing imports is a standard one. */
function originOf(name: string, imports: ReadonlyMap<string, string>): string {
  const [first = '', ...rest] = name.split('.');
  return [imports.get(first) ?? first, ...rest].join('.');
}

/**
 * Compares type arguments one by one. Where that does not hold, the compiler may know that the
 * types as wholes fit; not so of a schema, whose values are also checked when the program runs.
 */
function compareArguments(
  comparison: Comparison,
  old: Reference,
  now: Reference,
  place: Place,
  directions: readonly Direction[],
): boolean {
  const [before, after] = [old.typeArguments ?? [], now.typeArguments ?? []];
  const compareAll = (target: Comparison) =>
    before.forEach((argument, index) => {
      for (const direction of directions) {
        const other = after[index];
        compareTypes(target, argument, other, {
          ...place,
          direction,
          where: `${place.where}<${place.scope.size > 0 || before.length > 1 ? index + 1 : ''}>`,
        });
      }
    });
  if (isUnbroken(comparison, compareAll)) return true;
  const isSchema = nameOf(old).startsWith('Type.');
  if (!isSchema && isWholeFit(comparison, old, now, place)) return true;
  compareAll(comparison);
  return true;
}

function isWholeFit(comparison: Comparison, old: Reference, now: Reference, place: Place) {
  if (isGeneric(old, place.scope.keys()) || isGeneric(now, place.scope.values())) return false;
  const { checker } = comparison;
  const [before, after] = [checker.getTypeAtLocation(old), checker.getTypeAtLocation(now)];
  return place.direction === 'got'
    ? checker.isTypeAssignableTo(after, before)
    : checker.isTypeAssignableTo(before, after);
}

const inProgress = new Set<string>();

/** Whether a type was only given another name. A type within itself is, where all else of it is. */
function isSameByAnotherName(
  comparison: Comparison,
  oldName: string,
  nowName: string,
  place: Place,
): boolean {
  const key = `${oldName} ${nowName} ${place.direction}`;
  if (inProgress.has(key)) return true;
  inProgress.add(key);
  try {
    return isUnbroken(comparison, (silent) =>
      compareDeclarations(silent, oldName, nowName, place.direction),
    );
  } finally {
    inProgress.delete(key);
  }
}
