import ts from 'typescript';
import { type Comparison, type Place } from './comparison.ts';

/** Whether two nodes say the same, where names of packages' imports and type parameters may differ. */
export function saySame(comparison: Comparison, old: ts.Node, now: ts.Node, place: Place): boolean {
  if (old.kind !== now.kind) return false;
  if (ts.isIdentifier(old) && ts.isIdentifier(now)) {
    return nameBefore(comparison, old.text, place) === nameNow(comparison, now.text);
  }
  const [oldParts, nowParts] = [partsOf(old), partsOf(now)];
  if (oldParts.length === 0 && nowParts.length === 0) return old.getText() === now.getText();
  if (oldParts.length !== nowParts.length) return false;
  return oldParts.every((part, index) => {
    const other = nowParts[index];
    return other !== undefined && saySame(comparison, part, other, place);
  });
}

/** Whether a type depends on type parameters, so that it is none by itself. */
export function isGeneric(node: ts.Node, names: Iterable<string>): boolean {
  const parameters = new Set(names);
  const visit = (part: ts.Node): boolean =>
    (ts.isIdentifier(part) && parameters.has(part.text)) ||
    ts.isInferTypeNode(part) ||
    partsOf(part).some(visit);
  return visit(node);
}

const nameBefore = ({ old }: Comparison, name: string, { scope }: Place) =>
  scope.get(name) ?? old.imports.get(name) ?? name;
const nameNow = ({ now }: Comparison, name: string) => now.imports.get(name) ?? name;

/** What a node is made of, keywords and operators included, documentation not. */
const partsOf = (node: ts.Node) => node.getChildren().filter((part) => !ts.isJSDoc(part));
