import ts from 'typescript';
import { type ApiSource, type Declaration } from './api-source.ts';
import { compareMembers, type MemberNode } from './compare-members.ts';
import { compareReferences } from './compare-references.ts';
import { compareOverloads } from './compare-signatures.ts';
import { compareTypeParameters } from './compare-type-parameters.ts';
import { compareTypes } from './compare-types.ts';
import { type Comparison, isUnbroken, type Place, reportChange } from './comparison.ts';
import { type Direction } from './direction.ts';
import { onlyGiven, passedOn } from './roles.ts';

/** Compares what a name stands for in the two versions. */
export function compareDeclarations(
  comparison: Comparison,
  oldName: string,
  nowName: string,
  direction: Direction,
): void {
  if (passedOn.has(oldName)) return;
  if (direction === 'got' && onlyGiven.has(oldName)) return;
  const oldDeclarations = comparison.old.declarations.get(oldName) ?? [];
  const nowDeclarations = comparison.now.declarations.get(nowName) ?? [];
  const [old, now] = [oldDeclarations[0], nowDeclarations[0]];
  const place: Place = { where: oldName, direction, scope: new Map() };
  if (old === undefined || now === undefined) return;

  if (ts.isFunctionDeclaration(old) && ts.isFunctionDeclaration(now)) {
    const [before, after] = [oldDeclarations, nowDeclarations].map((declarations) =>
      declarations.filter(ts.isFunctionDeclaration),
    );
    compareOverloads(comparison, before ?? [], after ?? [], place);
  } else if (ts.isVariableDeclaration(old) && ts.isVariableDeclaration(now)) {
    compareTypes(comparison, old.type, now.type, place);
  } else if (isCallable(old) && isCallable(now)) {
    compareCallables(comparison, old, now, place);
  } else if (ts.isTypeAliasDeclaration(old) && ts.isTypeAliasDeclaration(now)) {
    const inside = compareTypeParameters(comparison, old, now, place);
    compareTypes(comparison, old.type, now.type, inside);
  } else if (ts.isClassDeclaration(old) && ts.isClassDeclaration(now)) {
    // Plugins make its objects with its constructor alone, so what there is of one is got.
    compareObjects(comparison, old, now, { ...place, direction: 'got' });
  } else if (ts.isInterfaceDeclaration(old) && ts.isInterfaceDeclaration(now)) {
    compareObjects(comparison, old, now, place);
  } else compareKinds(comparison, old, now, place);
}

/** A function, or a constant that holds one. */
function isCallable(node: Declaration): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableDeclaration(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type))
  );
}

function compareCallables(
  comparison: Comparison,
  old: Declaration,
  now: Declaration,
  place: Place,
) {
  const signatureOf = (node: Declaration) =>
    (ts.isVariableDeclaration(node) ? node.type : node) as ts.SignatureDeclaration;
  compareOverloads(comparison, [signatureOf(old)], [signatureOf(now)], place);
}

/** An interface that became an alias, and the like: the compiler says whether one fits the other. */
function compareKinds(comparison: Comparison, old: Declaration, now: Declaration, place: Place) {
  if (isTypeOnly(old) && isTypeOnly(now)) {
    const [oldMembers, nowMembers] = [literalMembersOf(old), literalMembersOf(now)];
    const inside = compareTypeParameters(comparison, old, now, place);
    if (oldMembers && nowMembers) {
      compareMembers(comparison, oldMembers, nowMembers, inside);
      return;
    }
    if (isWholeFit(comparison, old, now, place)) return;
  }
  reportChange(comparison, place, old, now, 'it is another kind of thing');
}

type TypeOnly = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const isTypeOnly = (node: Declaration): node is TypeOnly =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

function literalMembersOf(node: TypeOnly): readonly MemberNode[] | undefined {
  if (ts.isInterfaceDeclaration(node)) return node.heritageClauses ? undefined : [...node.members];
  return ts.isTypeLiteralNode(node.type) ? [...node.type.members] : undefined;
}

type ObjectDeclaration = ts.InterfaceDeclaration | ts.ClassDeclaration;

function compareObjects(
  comparison: Comparison,
  old: ObjectDeclaration,
  now: ObjectDeclaration,
  outer: Place,
) {
  const place = compareTypeParameters(comparison, old, now, outer);
  const [before, after] = [shapeOf(old, comparison.old), shapeOf(now, comparison.now)];
  const isKept = (base: ts.ExpressionWithTypeArguments) =>
    after.bases.some((other) => isSameBase(comparison, base, other, place));
  const isOld = (base: ts.ExpressionWithTypeArguments) =>
    before.bases.some((other) => isSameBase(comparison, other, base, place));
  const lost = before.bases.filter((base) => !isKept(base));
  const added = place.direction === 'given' ? after.bases.filter((base) => !isOld(base)) : [];
  if (lost.length > 0 || added.length > 0) {
    if (isWholeFit(comparison, old, now, place)) return;
    for (const base of lost)
      reportChange(comparison, place, base, undefined, 'it no longer is one');
    for (const base of added)
      reportChange(comparison, place, undefined, base, 'it now has to be one');
  }
  compareMembers(comparison, before.members, after.members, place);
}

const isSameBase = (
  comparison: Comparison,
  old: ts.ExpressionWithTypeArguments,
  now: ts.ExpressionWithTypeArguments,
  place: Place,
): boolean => {
  const outcome = { isSame: false };
  const isFit = isUnbroken(comparison, (silent) => {
    outcome.isSame = compareReferences(silent, old, now, place);
  });
  return outcome.isSame && isFit;
};

/** The members, those of its own base types included; and its other base types. */
function shapeOf(declaration: ObjectDeclaration, api: ApiSource) {
  const members: MemberNode[] = [...declaration.members];
  const bases: ts.ExpressionWithTypeArguments[] = [];
  for (const base of declaration.heritageClauses?.flatMap(({ types }) => [...types]) ?? []) {
    const [own] = api.declarations.get(base.expression.getText()) ?? [];
    const isPlain = own && ts.isInterfaceDeclaration(own) && own.typeParameters === undefined;
    if (!isPlain) bases.push(base);
    else {
      const inherited = shapeOf(own, api);
      members.push(...inherited.members);
      bases.push(...inherited.bases);
    }
  }
  return { members, bases };
}

function isWholeFit({ checker }: Comparison, old: Declaration, now: Declaration, place: Place) {
  const isGeneric = (node: Declaration) =>
    'typeParameters' in node && node.typeParameters !== undefined;
  if (isGeneric(old) || isGeneric(now)) return false;
  const [before, after] = [checker.getTypeAtLocation(old), checker.getTypeAtLocation(now)];
  return place.direction === 'got'
    ? checker.isTypeAssignableTo(after, before)
    : checker.isTypeAssignableTo(before, after);
}
