import ts from 'typescript';

export type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration
  | ts.VariableDeclaration;

/** The declarations of a roll-up, all of which are at its top level. */
export interface ApiSource {
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  /** The name in the roll-up of each exported name. */
  readonly exports: ReadonlyMap<string, string>;
  /** What a name is in which package, such as `kysely#Kysely`. */
  readonly imports: ReadonlyMap<string, string>;
}

export function readApiSource(file: ts.SourceFile): ApiSource {
  const declarations = new Map<string, Declaration[]>();
  const exports = new Map<string, string>();
  const imports = new Map<string, string>();

  const declare = (declaration: Declaration, isExported: boolean) => {
    const name = declaration.name?.getText() ?? 'default';
    declarations.set(name, [...(declarations.get(name) ?? []), declaration]);
    if (isExported) exports.set(name, name);
  };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, imports);
    else if (ts.isExportDeclaration(statement)) readExport(statement, exports);
    else if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations) declare(one, isExported(statement));
    } else if (isDeclaration(statement)) declare(statement, isExported(statement));
    else throw new Error(`${file.fileName}: a declaration of another kind: ${statement.getText()}`);
  }
  return { declarations, exports, imports };
}

/** Whether a declaration exists when the program runs. */
export const isValue = (declaration: Declaration): boolean =>
  ts.isClassDeclaration(declaration) ||
  ts.isFunctionDeclaration(declaration) ||
  ts.isVariableDeclaration(declaration);

function isDeclaration(node: ts.Node): node is Exclude<Declaration, ts.VariableDeclaration> {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isFunctionDeclaration(node)
  );
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function readImport(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  into: Map<string, string>,
) {
  const from = (moduleSpecifier as ts.StringLiteral).text;
  if (importClause?.name) into.set(importClause.name.text, `${from}#default`);
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) into.set(bindings.name.text, `${from}#*`);
  else {
    for (const { name, propertyName } of bindings.elements) {
      into.set(name.text, `${from}#${(propertyName ?? name).text}`);
    }
  }
}

function readExport({ exportClause }: ts.ExportDeclaration, into: Map<string, string>) {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return;
  for (const { name, propertyName } of exportClause.elements) {
    into.set(name.text, (propertyName ?? name).text);
  }
}
