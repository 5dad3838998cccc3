import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const validators = new Map();
/** Definitions of resources are written for Go, whose patterns may begin with `(?i)`. */
const goPattern = Object.assign(
  (pattern, flags) =>
    new RegExp(pattern.replace('(?i)', ''), pattern.includes('(?i)') ? `${flags}i` : flags),
  { code: 'goPattern' },
);
/** The schemas are right; what they use besides JSON Schema is not for a look from outside. */
const lenient = {
  ...{ strict: false, allErrors: true, validateFormats: false, validateSchema: false },
  code: { regExp: goPattern },
};

/**
 * Holds rendered manifests against the schemas of a version of Kubernetes. A field that no schema
 * names is a problem, and so is a manifest without a schema, unless its definition was not to be had.
 */
export function validateManifests(text, version, { folder, definitions, missing }) {
  const manifests = parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);
  const problems = manifests.flatMap((manifest) => {
    const name = `${manifest.kind} ${manifest.metadata?.name}`;
    const validate = validatorOf(manifest, version, folder, definitions);
    if (!validate)
      return missing && manifest.apiVersion.includes('.') ? [] : [`${name}: no schema`];
    if (validate(manifest)) return [];
    return validate.errors.map(({ instancePath, message, params }) =>
      `${name}: ${instancePath} ${message} ${params.additionalProperty ?? ''}`.trimEnd(),
    );
  });
  return { count: manifests.length, problems };
}

function validatorOf({ apiVersion, kind }, version, folder, definitions) {
  const key = `${version} ${apiVersion} ${kind}`;
  if (!validators.has(key)) {
    const own = join(folder, `v${version}.0-local-strict`);
    const file = join(own, `${kind}-${shortGroup(apiVersion)}.json`.toLowerCase());
    validators.set(
      key,
      existsSync(file)
        ? compileKubernetes(own, file)
        : compileDefinition(apiVersion, kind, definitions),
    );
  }
  return validators.get(key);
}

/** `apps-v1` of `apps/v1`, `networking-v1` of `networking.k8s.io/v1`, `v1` of `v1`. */
const shortGroup = (apiVersion) => apiVersion.replace(/^([^./]+)(\.[^/]+)?\//, '$1-');

const kubernetes = new Map();

function compileKubernetes(own, file) {
  if (!kubernetes.has(own)) {
    const ajv = new Ajv2020(lenient);
    ajv.addSchema(
      JSON.parse(readFileSync(join(own, '_definitions.json'), 'utf8')),
      '_definitions.json',
    );
    kubernetes.set(own, ajv);
  }
  return kubernetes.get(own).compile(JSON.parse(readFileSync(file, 'utf8')));
}

function compileDefinition(apiVersion, kind, files) {
  for (const file of files) {
    const { spec } = parse(readFileSync(file, 'utf8'));
    const version = spec.versions.find(({ name }) => `${spec.group}/${name}` === apiVersion);
    if (spec.names.kind !== kind || !version) continue;
    const ajv = new Ajv2020(lenient);
    return ajv.compile(close(version.schema.openAPIV3Schema));
  }
  return undefined;
}

/** The API server drops what a definition does not name; here it is a problem. */
function close(schema) {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, close(value)]),
  );
  const isOpen = 'additionalProperties' in schema || schema['x-kubernetes-preserve-unknown-fields'];
  return schema.type === 'object' && schema.properties && !isOpen
    ? { ...closed, additionalProperties: false }
    : closed;
}
