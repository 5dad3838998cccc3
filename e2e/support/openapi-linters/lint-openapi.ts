import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a linter has found in a document, as one line: severity, rule, place, message. */
export type Finding = string;

/** Holds the document in a file against a linter's recommended rules; errors and warnings alike. */
export type Linter = (file: string) => Promise<readonly Finding[]>;

interface RedoclyReport {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

const lintByRedocly: Linter = async (file) => {
  const rules = ['--config', join(import.meta.dirname, 'redocly.yaml')];
  const report = await run<RedoclyReport>('@redocly/cli/bin/cli.js', [
    'lint',
    file,
    ...rules,
    '--format',
    'json',
    '--max-problems',
    '1000',
  ]);
  const { errors, warnings, ignored } = report.totals;
  const findings = report.problems.map(
    ({ severity, ruleId, location, message }) =>
      `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
  );
  const unlisted = errors + warnings + ignored - findings.length;
  return unlisted === 0 ? findings : [...findings, `${unlisted} more that are not listed`];
};

type SpectralReport = readonly {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly severity: number;
  readonly message: string;
}[];

const spectralSeverities = ['error', 'warn', 'info', 'hint'];

const lintBySpectral: Linter = async (file) => {
  const rules = ['--ruleset', join(import.meta.dirname, 'spectral.yaml')];
  const report = await run<SpectralReport>('@stoplight/spectral-cli', [
    'lint',
    file,
    ...rules,
    '--format',
    'json',
    '--fail-severity',
    'hint',
    '--quiet',
  ]);
  return report.map(
    ({ severity, code, path, message }) =>
      `${spectralSeverities[severity]} ${code} ${path.join('.')}: ${message}`,
  );
};

/** Both linters that the API's description has to please, by name. */
export const linters: Readonly<Record<string, Linter>> = {
  Redocly: lintByRedocly,
  Spectral: lintBySpectral,
};

const { resolve } = createRequire(import.meta.url);

/** Runs a linter's command line, without telemetry, and returns the report that it prints. */
async function run<Report>(command: string, args: readonly string[]): Promise<Report> {
  const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [resolve(command), ...args],
      { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 },
      (_, stdout, stderr) => {
        try {
          done(JSON.parse(stdout) as Report);
        } catch (cause) {
          fail(new Error(`${command} printed no report: ${stderr}${stdout}`, { cause }));
        }
      },
    );
  });
}
