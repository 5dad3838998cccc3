import ts from 'typescript';
import { compareOverloads } from './compare-signatures.ts';
import { compareTypes } from './compare-types.ts';
import { type Comparison, type Place, reportChange, within } from './comparison.ts';

export type MemberNode = ts.TypeElement | ts.ClassElement;

interface Member {
  readonly node: MemberNode;
  readonly isOptional: boolean;
  readonly isReadonly: boolean;
  readonly type?: ts.TypeNode | undefined;
  /** The ways to call it, of a method or of what holds a function. */
  readonly signatures: readonly ts.SignatureDeclaration[];
}

/** Compares the members of two object types. */
export function compareMembers(
  comparison: Comparison,
  oldNodes: readonly MemberNode[],
  nowNodes: readonly MemberNode[],
  place: Place,
): void {
  const [old, now] = [membersOf(oldNodes), membersOf(nowNodes)];
  for (const [name, before] of old) {
    const after = now.get(name);
    const at = within(place, `.${name}`);
    if (after === undefined) {
      const why =
        place.direction === 'got' ? 'plugins read it' : 'plugins give it, and it has no effect now';
      reportChange(comparison, at, before.node, undefined, why);
    } else compareMember(comparison, before, after, at);
  }
  if (place.direction === 'got') return;
  for (const [name, added] of now) {
    if (old.has(name) || added.isOptional) continue;
    const why = 'plugins do not give it, and it is required';
    reportChange(comparison, within(place, `.${name}`), undefined, added.node, why);
  }
}

function compareMember(comparison: Comparison, before: Member, after: Member, place: Place) {
  if (place.direction === 'given' && before.isOptional && !after.isOptional) {
    reportChange(comparison, place, before.node, after.node, 'plugins leave it out');
  } else if (place.direction === 'got' && !before.isOptional && after.isOptional) {
    reportChange(comparison, place, before.node, after.node, 'plugins expect it to be there');
  }
  if (place.direction === 'got' && !before.isReadonly && after.isReadonly) {
    reportChange(comparison, place, before.node, after.node, 'plugins may write it');
  }
  if (before.signatures.length > 0 && after.signatures.length > 0) {
    compareOverloads(comparison, before.signatures, after.signatures, place);
  } else if (before.type !== undefined && after.type !== undefined) {
    compareTypes(comparison, before.type, after.type, place);
  } else if (before.signatures.length > 0 || after.signatures.length > 0) {
    const why = 'a function and a value are not the same';
    reportChange(comparison, place, before.node, after.node, why);
  } else compareTypes(comparison, before.type, after.type, place);
}

function membersOf(nodes: readonly MemberNode[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const node of nodes) {
    if (isPrivate(node)) continue;
    const name = nameOf(node);
    const member = memberOf(node);
    const before = members.get(name)?.signatures ?? [];
    members.set(name, { ...member, signatures: [...before, ...member.signatures] });
  }
  return members;
}

function memberOf(node: MemberNode): Member {
  const isReadonly = hasModifier(node, ts.SyntaxKind.ReadonlyKeyword);
  const type =
    ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) ? node.type : undefined;
  const isOptional =
    ('questionToken' in node && node.questionToken !== undefined) || isOptionalInSchema(type);
  if (isCallable(node)) {
    return { node, isOptional: isOptional, isReadonly: false, signatures: [node] };
  }
  const isFunction = type !== undefined && ts.isFunctionTypeNode(type);
  const returned = ts.isGetAccessor(node) || ts.isIndexSignatureDeclaration(node);
  return {
    node,
    isOptional,
    isReadonly: isReadonly || ts.isGetAccessor(node),
    type: returned ? node.type : type,
    signatures: isFunction ? [type] : [],
  };
}

/** A field of a TypeBox object that data may lack: the member of the schema itself is there. */
const isOptionalInSchema = (type: ts.TypeNode | undefined) =>
  type !== undefined &&
  ts.isTypeReferenceNode(type) &&
  /(^|\.)TOptional$/.test(type.typeName.getText());

type Callable =
  | ts.CallSignatureDeclaration
  | ts.ConstructSignatureDeclaration
  | ts.ConstructorDeclaration
  | ts.MethodDeclaration
  | ts.MethodSignature;

const isCallable = (node: MemberNode): node is MemberNode & Callable =>
  ts.isMethodSignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isCallSignatureDeclaration(node) ||
  ts.isConstructSignatureDeclaration(node) ||
  ts.isConstructorDeclaration(node);

function nameOf(node: MemberNode): string {
  if (ts.isConstructorDeclaration(node) || ts.isConstructSignatureDeclaration(node)) return 'new';
  if (ts.isCallSignatureDeclaration(node)) return 'call';
  if (ts.isIndexSignatureDeclaration(node)) return '[index]';
  const isStatic = hasModifier(node, ts.SyntaxKind.StaticKeyword) ? 'static ' : '';
  const name = node.name;
  if (name === undefined) return isStatic;
  return isStatic + (ts.isStringLiteral(name) ? name.text : name.getText());
}

const isPrivate = (node: MemberNode) =>
  hasModifier(node, ts.SyntaxKind.PrivateKeyword) ||
  (node.name !== undefined && ts.isPrivateIdentifier(node.name));

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
