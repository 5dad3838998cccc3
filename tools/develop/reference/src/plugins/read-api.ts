import { join } from 'node:path';
import ts from 'typescript';
import { repository } from '../repository.ts';

/** An export of the contract. */
export interface ApiExport {
  readonly name: string;
  /** Its kind: `Function`, `Type`, `Class`, `Value`. */
  readonly kind: string;
  readonly docs: string;
  /** Members of an interface or a class, in source order. */
  readonly members: readonly ApiMember[];
}

export interface ApiMember {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly docs: string;
}

const source = join(repository, 'kernel/plugin-api/src');

let program: ts.Program | undefined;

/** The exports of an entry point of the contract by name, with their comments from the source. */
export function readApi(entry: string): readonly ApiExport[] {
  program ??= ts.createProgram(
    ['index', 'schema', 'listing'].map((name) => join(source, `${name}.ts`)),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      allowImportingTsExtensions: true,
      strict: true,
      noEmit: true,
      types: ['node'],
    },
  );
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(source, `${entry}.ts`));
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`kernel/plugin-api has no entry ${entry}`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => describe(symbol, checker))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function describe(exported: ts.Symbol, checker: ts.TypeChecker): ApiExport {
  const symbol =
    exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) throw new Error(`${exported.name} has no declaration`);
  const hasMembers = ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration);
  return {
    name: exported.name,
    kind: describeKind(declaration),
    docs: readDocs(symbol, checker),
    members: hasMembers
      ? declaration.members.flatMap((member) => describeMember(member, checker))
      : [],
  };
}

function describeKind(declaration: ts.Declaration): string {
  if (ts.isClassDeclaration(declaration)) return 'Class';
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    return 'Type';
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  const isFunction = value && (ts.isArrowFunction(value) || ts.isFunctionDeclaration(value));
  return isFunction ? 'Function' : 'Value';
}

function describeMember(
  member: ts.TypeElement | ts.ClassElement,
  checker: ts.TypeChecker,
): ApiMember[] {
  if (!member.name || !ts.isIdentifier(member.name)) return [];
  const symbol = checker.getSymbolAtLocation(member.name);
  if (!symbol) return [];
  const written = 'type' in member ? (member.type as ts.TypeNode | undefined) : undefined;
  const signature = ts.isMethodSignature(member)
    ? member.getText().replace(/^\w+/, '').replace(/;$/, '')
    : (written?.getText() ?? checker.typeToString(checker.getTypeOfSymbol(symbol)));
  return [
    {
      name: symbol.name,
      type: signature.replaceAll(/\s+/g, ' '),
      isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      docs: readDocs(symbol, checker),
    },
  ];
}

const readDocs = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim();
