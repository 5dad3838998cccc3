import ts from 'typescript';
import { compareTypeParameters } from './compare-type-parameters.ts';
import { compareTypes } from './compare-types.ts';
import { type Comparison, isUnbroken, type Place, reportChange, within } from './comparison.ts';
import { opposite } from './direction.ts';

/** `got`: plugins call it. `given`: the kernel calls a function of a plugin's. */
export function compareSignatures(
  comparison: Comparison,
  old: ts.SignatureDeclaration,
  now: ts.SignatureDeclaration,
  outer: Place,
): void {
  const place = compareTypeParameters(comparison, old, now, outer);
  compareParameters(comparison, old, now, place);
  if (isNothing(place.direction === 'got' ? old.type : now.type)) return;
  compareTypes(comparison, old.type, now.type, within(place, '()'));
}

/** Each way in which it could be called must still be one. */
export function compareOverloads(
  comparison: Comparison,
  old: readonly ts.SignatureDeclaration[],
  now: readonly ts.SignatureDeclaration[],
  place: Place,
): void {
  const [onlyOld, onlyNow] = [old[0], now[0]];
  if (old.length === 1 && now.length === 1 && onlyOld && onlyNow) {
    compareSignatures(comparison, onlyOld, onlyNow, place);
    return;
  }
  const fits = (before: ts.SignatureDeclaration, after: ts.SignatureDeclaration) =>
    isUnbroken(comparison, (silent) => compareSignatures(silent, before, after, place));
  if (place.direction === 'got') {
    for (const before of old) {
      if (now.some((after) => fits(before, after))) continue;
      reportChange(comparison, place, before, now[0], 'plugins can no longer call it like this');
    }
  } else {
    for (const after of now) {
      if (old.some((before) => fits(before, after))) continue;
      reportChange(comparison, place, old[0], after, 'plugins are called as they do not expect');
    }
  }
}

function compareParameters(
  comparison: Comparison,
  old: ts.SignatureDeclaration,
  now: ts.SignatureDeclaration,
  place: Place,
) {
  const inner = (parameter: ts.ParameterDeclaration): Place => ({
    ...within(place, `(${nameOf(parameter)})`),
    direction: opposite(place.direction),
  });
  old.parameters.forEach((before, index) => {
    const after = now.parameters[index];
    if (after === undefined) {
      const why =
        place.direction === 'got'
          ? 'plugins give a value that is no longer taken'
          : 'plugins are no longer given it';
      reportChange(comparison, inner(before), before, after, why);
      return;
    }
    const [couldBeMissing, canBeMissing] = [isOptional(before), isOptional(after)];
    if (place.direction === 'got' && couldBeMissing && !canBeMissing) {
      reportChange(comparison, inner(after), before, after, 'plugins leave it out');
    } else if (place.direction === 'given' && !couldBeMissing && canBeMissing) {
      reportChange(comparison, inner(after), before, after, 'plugins expect it in every call');
    }
    if ((before.dotDotDotToken === undefined) !== (after.dotDotDotToken === undefined)) {
      reportChange(
        comparison,
        inner(after),
        before,
        after,
        'one value and a list are not the same',
      );
    } else compareTypes(comparison, before.type, after.type, inner(before));
  });
  if (place.direction === 'given') return;
  for (const added of now.parameters.slice(old.parameters.length)) {
    if (!isOptional(added)) {
      reportChange(comparison, inner(added), undefined, added, 'plugins do not give it');
    }
  }
}

const isOptional = ({ questionToken, dotDotDotToken, initializer }: ts.ParameterDeclaration) =>
  (questionToken ?? dotDotDotToken ?? initializer) !== undefined;

const nameOf = ({ name }: ts.ParameterDeclaration) =>
  ts.isIdentifier(name) ? name.text : 'options';

const isNothing = (type: ts.TypeNode | undefined) => type?.kind === ts.SyntaxKind.VoidKeyword;
