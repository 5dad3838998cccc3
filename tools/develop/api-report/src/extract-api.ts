import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EntryPoint, kernelFolder } from './kernel-package.ts';

/** The public API of one entry point. */
export interface ExtractedApi {
  readonly entryPoint: EntryPoint;
  /** The report that is read in a review. */
  readonly report: string;
  /** All declarations that the entry point exports or uses, in one text. */
  readonly rollup: string;
  /** Types that the API uses and this entry point does not export. */
  readonly forgotten: readonly string[];
  /** What API Extractor cannot accept, in its words. */
  readonly problems: readonly string[];
}

/** Reads the API of each entry point from the declarations that the build wrote. */
export function extractApis(entryPoints: readonly EntryPoint[]): readonly ExtractedApi[] {
  const folder = mkdtempSync(join(tmpdir(), 'costplane-api-'));
  try {
    mkdirSync(join(folder, 'committed'));
    const configs = entryPoints.map((entryPoint) => prepareConfig(entryPoint, entryPoints, folder));
    const [first] = configs;
    if (first === undefined) return [];
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: entryPoints.map(({ types }) => types),
    });
    return entryPoints.map((entryPoint, index) =>
      extractApi(entryPoint, configs[index] ?? first, compilerState, folder),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function extractApi(
  entryPoint: EntryPoint,
  config: ExtractorConfig,
  compilerState: CompilerState,
  folder: string,
): ExtractedApi {
  const forgotten: string[] = [];
  const problems: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    compilerState,
    messageCallback(message: ExtractorMessage) {
      const { messageId, logLevel } = message;
      message.handled = true;
      if (messageId === 'ae-forgotten-export') forgotten.push(nameIn(message.text));
      else if (messageId.startsWith('console-')) return;
      else if (logLevel === ExtractorLogLevel.Error || logLevel === ExtractorLogLevel.Warning) {
        problems.push(`${entryPoint.specifier}: ${message.text} (${messageId})`);
      }
    },
  });
  return {
    entryPoint,
    report: readFileSync(join(folder, `${entryPoint.name}.api.md`), 'utf8'),
    rollup: readFileSync(join(folder, `${entryPoint.name}.d.ts`), 'utf8'),
    forgotten,
    problems,
  };
}

function prepareConfig(entryPoint: EntryPoint, all: readonly EntryPoint[], folder: string) {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(kernelFolder, 'package.json'),
    configObject: {
      projectFolder: kernelFolder,
      mainEntryPointFilePath: entryPoint.types,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            target: 'es2024',
            lib: ['es2024', 'esnext.disposable'],
            types: ['node'],
            strict: true,
            skipLibCheck: true,
            allowImportingTsExtensions: true,
            noEmit: true,
          },
          files: all.map(({ types }) => types),
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: entryPoint.name,
        reportFolder: join(folder, 'committed'),
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: join(folder, `${entryPoint.name}.d.ts`) },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Warning } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning },
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
          'ae-undocumented': { logLevel: ExtractorLogLevel.None },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
}

const nameIn = (text: string) => /"(?<name>[^"]+)"/.exec(text)?.groups?.name ?? text;
