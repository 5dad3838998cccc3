import { join } from 'node:path';
import ts from 'typescript';
import { kernelFolder } from '../kernel-package.ts';

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Files of other packages, which are the same for every comparison. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Two roll-ups beside each other, in memory, as if they lay in the kernel's folder. */
export function compileRollups(released: string, current: string) {
  const texts = new Map([
    [join(kernelFolder, 'api-released.d.ts'), withoutUniqueSymbols(released)],
    [join(kernelFolder, 'api-current.d.ts'), withoutUniqueSymbols(current)],
  ]);
  const host = ts.createCompilerHost(options, true);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion, true);
    if (!parsed.has(name)) parsed.set(name, readFile(name, languageVersion, ...rest));
    return parsed.get(name);
  };
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (name) => texts.has(name) || fileExists(name);

  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host });
  const files = [...texts.keys()].map((name) => {
    const file = program.getSourceFile(name);
    const [error] = program.getSyntacticDiagnostics(file);
    if (file === undefined || error !== undefined) {
      const why = error && ts.flattenDiagnosticMessageText(error.messageText, ' ');
      throw new Error(`${name} is not a roll-up of declarations: ${why ?? 'it cannot be read'}`);
    }
    return file;
  });
  return { checker: program.getTypeChecker(), files: files as [ts.SourceFile, ts.SourceFile] };
}

/** Every declaration of a unique symbol is another type; a member by its name is not. */
function withoutUniqueSymbols(rollup: string): string {
  const names = [...rollup.matchAll(/declare const (\w+): unique symbol;/g)].map(
    ([, name]) => name,
  );
  return names.reduce<string>(
    (text, name) => text.replaceAll(new RegExp(`\\[${name}\\](?=\\??:)`, 'g'), `'[${name}]'`),
    rollup,
  );
}
