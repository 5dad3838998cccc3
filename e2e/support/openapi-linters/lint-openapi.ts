import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a linter has found in a document, as one line: severity, rule, place, message. */
export type Finding = string;

/**
 * Checks documents in files against a linter's recommended rules, all in one process. Answers with the
 * errors and warnings of each, in the order of the files.
 */
export type Linter = (files: readonly string[]) => Promise<readonly (readonly Finding[])[]>;

interface RedoclyReport {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

const lintByRedocly: Linter = async (files) => {
  const rules = ['--config', join(import.meta.dirname, 'redocly.yaml')];
  const printed = await run('@redocly/cli/bin/cli.js', [
    'lint',
    ...files,
    ...rules,
    '--format',
    'json',
    '--max-problems',
    '1000',
  ]);
  // One report after another.
  const reports = JSON.parse(`[${printed.replaceAll('\n}{\n', '\n},{\n')}]`) as RedoclyReport[];
  if (reports.length !== files.length) throw new Error(`Redocly checked ${reports.length} files`);
  return reports.map(({ totals: { errors, warnings, ignored }, problems }) => {
    const findings = problems.map(
      ({ severity, ruleId, location, message }) =>
        `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
    );
    const unlisted = errors + warnings + ignored - findings.length;
    return unlisted === 0 ? findings : [...findings, `${unlisted} more that are not listed`];
  });
};

type SpectralReport = readonly {
  readonly source: string;
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly severity: number;
  readonly message: string;
}[];

const spectralSeverities = ['error', 'warn', 'info', 'hint'];

const lintBySpectral: Linter = async (files) => {
  const rules = ['--ruleset', join(import.meta.dirname, 'spectral.yaml')];
  const printed = await run('@stoplight/spectral-cli', [
    'lint',
    ...files,
    ...rules,
    '--format',
    'json',
    '--fail-severity',
    'hint',
    '--quiet',
  ]);
  const report = JSON.parse(printed) as SpectralReport;
  const findings = files.map((file) =>
    report
      .filter(({ source }) => source === file)
      .map(
        ({ severity, code, path, message }) =>
          `${spectralSeverities[severity]} ${code} ${path.join('.')}: ${message}`,
      ),
  );
  if (findings.flat().length !== report.length) throw new Error(`Of no document: ${printed}`);
  return findings;
};

/** Both linters that the API's description has to please, by name. */
export const linters: Readonly<Record<string, Linter>> = {
  Redocly: lintByRedocly,
  Spectral: lintBySpectral,
};

const { resolve } = createRequire(import.meta.url);

/** Runs a linter's command line, without telemetry, and returns what it prints. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [resolve(command), ...args],
      { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (_, stdout, stderr) => {
        if (/^[[{]/.test(stdout)) done(stdout);
        else fail(new Error(`${command} printed no report: ${stderr}${stdout}`));
      },
    );
  });
}
