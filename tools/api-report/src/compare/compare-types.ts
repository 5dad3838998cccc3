import ts from 'typescript';
import { compareMembers } from './compare-members.ts';
import { compareReferences, isReference } from './compare-references.ts';
import { compareSignatures } from './compare-signatures.ts';
import {
  type Comparison,
  isUnbroken,
  type Place,
  reportChange,
  textOf,
  within,
} from './comparison.ts';
import { isGeneric, saySame } from './same-text.ts';

/** Reports what of a type no longer fits the plugins that give, or get, its values. */
export function compareTypes(
  comparison: Comparison,
  oldType: ts.TypeNode | undefined,
  nowType: ts.TypeNode | undefined,
  place: Place,
): void {
  const [old, now] = [bare(oldType), bare(nowType)];
  if (old === undefined && now === undefined) return;
  if (old === undefined || now === undefined) {
    reportUnfit(comparison, place, old, now);
  } else if (!compareAlike(comparison, old, now, place) && !isFit(comparison, old, now, place)) {
    reportUnfit(comparison, place, old, now);
  }
}

/**
 * Compares two types of one kind part by part. False where they are of different kinds, or differ
 * in what has no parts: the compiler then has to say whether one can stand for the other.
 */
function compareAlike(
  comparison: Comparison,
  old: ts.TypeNode,
  now: ts.TypeNode,
  place: Place,
): boolean {
  if (ts.isUnionTypeNode(old) || ts.isUnionTypeNode(now)) {
    return compareUnions(comparison, old, now, place);
  }
  if (ts.isIntersectionTypeNode(old) || ts.isIntersectionTypeNode(now)) {
    return compareIntersections(comparison, old, now, place);
  }
  if (isReference(old) && isReference(now)) return compareReferences(comparison, old, now, place);
  if (ts.isFunctionTypeNode(old) && ts.isFunctionTypeNode(now)) {
    compareSignatures(comparison, old, now, place);
    return true;
  }
  if (ts.isTypeLiteralNode(old) && ts.isTypeLiteralNode(now)) {
    compareMembers(comparison, [...old.members], [...now.members], place);
    return true;
  }
  if (listOf(old) && listOf(now)) return compareLists(comparison, old, now, place);
  if (ts.isTupleTypeNode(old) && ts.isTupleTypeNode(now)) {
    return compareTuples(comparison, old, now, place);
  }
  if (ts.isConditionalTypeNode(old) && ts.isConditionalTypeNode(now)) {
    return compareConditionals(comparison, old, now, place);
  }
  if (ts.isMappedTypeNode(old) && ts.isMappedTypeNode(now)) {
    return compareMapped(comparison, old, now, place);
  }
  if (ts.isTypeQueryNode(old) && ts.isTypeQueryNode(now)) {
    if (!saySame(comparison, old, now, place)) return false;
    const name = old.exprName.getText();
    if (comparison.old.declarations.has(name)) comparison.schedule(name, name, place.direction);
    return true;
  }
  // What is written alike may mean something else now: the names of an object, an element of it.
  const isComputed = ts.isIndexedAccessTypeNode(old) || ts.isTypeOperatorNode(old);
  if (isComputed && !isGeneric(old, place.scope.keys())) return false;
  return saySame(comparison, old, now, place);
}

function compareUnions(comparison: Comparison, old: ts.TypeNode, now: ts.TypeNode, place: Place) {
  const [oldTypes, nowTypes] = [alternativesOf(old), alternativesOf(now)];
  const fits = (before: ts.TypeNode, after: ts.TypeNode) =>
    isUnbroken(comparison, (silent) => compareTypes(silent, before, after, place));
  return place.direction === 'got'
    ? nowTypes.every((after) => oldTypes.some((before) => fits(before, after)))
    : oldTypes.every((before) => nowTypes.some((after) => fits(before, after)));
}

function compareIntersections(
  comparison: Comparison,
  old: ts.TypeNode,
  now: ts.TypeNode,
  place: Place,
) {
  const [oldTypes, nowTypes] = [partsOf(old), partsOf(now)];
  const fits = (before: ts.TypeNode, after: ts.TypeNode) =>
    isUnbroken(comparison, (silent) => compareTypes(silent, before, after, place));
  const isKept = oldTypes.every((before) => nowTypes.some((after) => fits(before, after)));
  if (place.direction === 'got') return isKept;
  const added = nowTypes.filter((after) => !oldTypes.some((before) => fits(before, after)));
  return isKept && added.every((type) => asksForNothing(type));
}

const asksForNothing = (type: ts.TypeNode) =>
  ts.isTypeLiteralNode(type) && type.members.every((member) => member.questionToken !== undefined);

function compareLists(comparison: Comparison, old: ts.TypeNode, now: ts.TypeNode, place: Place) {
  const [before, after] = [listOf(old), listOf(now)];
  if (before === undefined || after === undefined) return false;
  const [mayWriteBefore, mayWriteNow] = [!before.isReadonly, !after.isReadonly];
  const mustWrite = place.direction === 'got' ? mayWriteBefore && !mayWriteNow : false;
  const isWritten = place.direction === 'given' ? !mayWriteBefore && mayWriteNow : false;
  if (mustWrite || isWritten) return false;
  compareTypes(comparison, before.element, after.element, within(place, '[]'));
  return true;
}

function compareTuples(
  comparison: Comparison,
  old: ts.TupleTypeNode,
  now: ts.TupleTypeNode,
  place: Place,
) {
  if (old.elements.length !== now.elements.length) return false;
  return old.elements.every((element, index) => {
    const other = now.elements[index];
    return (
      element.kind === other?.kind &&
      isUnbroken(comparison, (silent) => compareTypes(silent, element, other, place))
    );
  });
}

function compareConditionals(
  comparison: Comparison,
  old: ts.ConditionalTypeNode,
  now: ts.ConditionalTypeNode,
  place: Place,
) {
  const inferred = new Map(place.scope);
  const [oldNames, nowNames] = [inferredIn(old.extendsType), inferredIn(now.extendsType)];
  oldNames.forEach((name, index) => inferred.set(name, nowNames[index] ?? name));
  const inside: Place = { ...place, scope: inferred };
  if (!saySame(comparison, old.checkType, now.checkType, place)) return false;
  if (!saySame(comparison, old.extendsType, now.extendsType, inside)) return false;
  compareTypes(comparison, old.trueType, now.trueType, inside);
  compareTypes(comparison, old.falseType, now.falseType, place);
  return true;
}

function compareMapped(
  comparison: Comparison,
  old: ts.MappedTypeNode,
  now: ts.MappedTypeNode,
  place: Place,
) {
  const scope = new Map(place.scope).set(old.typeParameter.name.text, now.typeParameter.name.text);
  const inside: Place = { ...place, scope };
  const isSame = (before: ts.Node | undefined, after: ts.Node | undefined) =>
    before === undefined || after === undefined
      ? before === after
      : saySame(comparison, before, after, inside);
  const isAlike =
    isSame(old.typeParameter.constraint, now.typeParameter.constraint) &&
    isSame(old.nameType, now.nameType) &&
    isSame(old.questionToken, now.questionToken) &&
    isSame(old.readonlyToken, now.readonlyToken);
  if (isAlike) compareTypes(comparison, old.type, now.type, inside);
  return isAlike;
}

/** Asks the compiler whether plugins can do with the one what they did with the other. */
function isFit(comparison: Comparison, old: ts.TypeNode, now: ts.TypeNode, place: Place): boolean {
  if (isGeneric(old, place.scope.keys()) || isGeneric(now, place.scope.values())) return false;
  const { checker } = comparison;
  const [before, after] = [checker.getTypeFromTypeNode(old), checker.getTypeFromTypeNode(now)];
  return place.direction === 'got'
    ? checker.isTypeAssignableTo(after, before)
    : checker.isTypeAssignableTo(before, after);
}

function reportUnfit(
  comparison: Comparison,
  place: Place,
  old: ts.TypeNode | undefined,
  now: ts.TypeNode | undefined,
) {
  const why =
    place.direction === 'got'
      ? `plugins may get what they do not expect: ${textOf(now)} is not ${textOf(old)}`
      : `plugins give what is no longer accepted: ${textOf(old)} is not ${textOf(now)}`;
  reportChange(comparison, place, old, now, why);
}

function bare(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (type === undefined) return undefined;
  return ts.isParenthesizedTypeNode(type) ? bare(type.type) : type;
}

function alternativesOf(type: ts.TypeNode): readonly ts.TypeNode[] {
  const inner = bare(type) ?? type;
  return ts.isUnionTypeNode(inner) ? inner.types.flatMap(alternativesOf) : [inner];
}

function partsOf(type: ts.TypeNode): readonly ts.TypeNode[] {
  const inner = bare(type) ?? type;
  return ts.isIntersectionTypeNode(inner) ? inner.types.flatMap(partsOf) : [inner];
}

/** The element of an array, however it is written. */
function listOf(type: ts.TypeNode): { element: ts.TypeNode; isReadonly: boolean } | undefined {
  if (ts.isArrayTypeNode(type)) return { element: type.elementType, isReadonly: false };
  if (!ts.isTypeOperatorNode(type) || type.operator !== ts.SyntaxKind.ReadonlyKeyword) {
    return undefined;
  }
  const list = bare(type.type);
  if (list === undefined || !ts.isArrayTypeNode(list)) return undefined;
  return { element: list.elementType, isReadonly: true };
}

function inferredIn(type: ts.Node): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isInferTypeNode(node)) names.push(node.typeParameter.name.text);
    ts.forEachChild(node, visit);
  };
  visit(type);
  return names;
}
