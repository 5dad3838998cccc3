// Holds the Dockerfile, the Helm chart and the alert rules against the tools of their makers. A tool that is not on
// the machine is put into node_modules/.cache/costplane-packaging; one that cannot be had is named,
// and what it would check is left out.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { obtainHadolint } from './lint/obtain-hadolint.mjs';
import { obtainHelm } from './lint/obtain-helm.mjs';
import { obtainPromtool } from './lint/obtain-promtool.mjs';
import { obtainSchemas } from './lint/obtain-schemas.mjs';
import { panelsAsRules } from './lint/panels-as-rules.mjs';
import { cache, folder } from './lint/paths.mjs';
import { run } from './lint/run.mjs';
import { validateManifests } from './lint/validate-manifests.mjs';

const chart = join(folder, 'helm/costplane');
const valuesFolder = join(folder, 'helm/ci');
const valuesFiles = readdirSync(valuesFolder).sort();
/** The oldest that the chart takes, and the newest that there are schemas of. */
const kubernetesVersions = ['1.27', '1.37'];

let failures = 0;

const [hadolint, helm] = [obtainHadolint(), obtainHelm()];
const [promtool, schemas] = [obtainPromtool(), obtainSchemas()];
for (const { missing } of [hadolint, helm, promtool, schemas]) {
  if (missing) process.stdout.write(`left out  ${missing}\n`);
}
if (hadolint.command) {
  report('hadolint Dockerfile', run(hadolint.command, [join(folder, '../../Dockerfile')]));
}
if (helm.command) checkChart(helm.command);
if (promtool.command) {
  checkRules(promtool.command);
  checkPanels(promtool.command);
}
process.stdout.write(
  failures === 0 ? 'Packaging: nothing wrong\n' : `Packaging: ${failures} wrong\n`,
);
process.exitCode = failures === 0 ? 0 : 1;

function checkChart(command) {
  for (const file of valuesFiles) {
    const values = ['--values', join(valuesFolder, file)];
    report(`helm lint ${file}`, run(command, ['lint', chart, '--strict', '--quiet', ...values]));
    for (const version of kubernetesVersions) {
      const name = `${file}, Kubernetes ${version}`;
      const rendered = run(command, [
        ...['template', 'costs', chart, '--namespace', 'finance', ...values],
        ...['--kube-version', `${version}.0`],
      ]);
      report(`helm template ${name}`, rendered);
      if (!rendered.failure && schemas.folder) {
        const { count, problems } = validateManifests(rendered.stdout, version, schemas);
        report(`schemas ${name} (${count} manifests)`, { failure: problems.join('\n') });
      }
    }
  }
}

function checkRules(command) {
  const rules = join(chart, 'files/costplane.rules.yaml');
  report('promtool check rules', run(command, ['check', 'rules', rules]));
  for (const file of readdirSync(join(folder, 'prometheus')).filter((name) =>
    /\.test\.yaml$/.test(name),
  )) {
    const path = join(folder, 'prometheus', file);
    report(`promtool test rules ${file}`, run(command, ['test', 'rules', path]));
  }
}

/** Panels ask in the same language: their expressions are checked as rules are. */
function checkPanels(command) {
  const path = join(cache, 'panels.yaml');
  writeFileSync(path, JSON.stringify(panelsAsRules(join(chart, 'files/dashboards'))));
  report('promtool check rules, of the panels', run(command, ['check', 'rules', path]));
}

function report(name, { failure }) {
  if (failure) failures += 1;
  process.stdout.write(
    `${failure ? `wrong     ${name}\n${failure.trimEnd()}` : `right     ${name}`}\n`,
  );
}
