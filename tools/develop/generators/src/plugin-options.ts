import { toSingular } from './singular.ts';

/** The options of the command, described in `plugin/schema.json`. */
export interface PluginOptions {
  readonly name: string;
  readonly resource?: string;
  readonly path?: string;
  readonly scope?: string;
  readonly skipInstall?: boolean;
}

/** The names that the templates use, with those of `cost-anomalies` as an example. */
export interface PluginNames {
  /** `cost-anomalies` */
  readonly name: string;
  /** `plugins/cost-anomalies` */
  readonly folder: string;
  /** `@costplane/plugin-cost-anomalies` */
  readonly packageName: string;
  /** `cost-anomaly` */
  readonly resource: string;
  /** `CostAnomalies` */
  readonly Names: string;
  /** `costAnomalies` */
  readonly names: string;
  /** `CostAnomaly` */
  readonly Thing: string;
  /** `costAnomaly` */
  readonly thing: string;
  /** `Cost anomalies` */
  readonly title: string;
  /** `cost anomalies` */
  readonly words: string;
  /** `/v1/cost-anomalies` */
  readonly path: string;
  /** `cost-anomalies:read` */
  readonly scope: string;
}

const maxLength = 50;
const kebab = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const nameShape = new RegExp(`^${kebab}$`);
const pathShape = new RegExp(`^(?:/${kebab}){1,8}$`);
const scopeShape = new RegExp(`^[a-z][a-z0-9_-]*(?::[a-z][a-z0-9_-]*){1,3}$`);
/** Imported by the module of the resource's schema. */
const importedTypes = ['Static', 'Type'];

/** @throws {Error} if an option is invalid, with one line that names it */
export function readPluginOptions(given: PluginOptions): PluginNames {
  const { name } = given;
  requireShape('name', name, nameShape, 'lower-case words joined by "-", such as cost-anomalies');
  const { resource = toSingular(name), path = `/v1/${name}`, scope = `${name}:read` } = given;
  requireShape('--resource', resource, nameShape, 'lower-case words joined by "-"');
  requireShape('--path', path, pathShape, 'names in kebab case, such as /v1/cost-anomalies');
  requireShape('--scope', scope, scopeShape, 'a family and an action, such as nodes:read');
  const Thing = pascal(resource);
  if (importedTypes.includes(Thing)) {
    throw new Error(
      `The resource cannot be "${resource}": TypeBox has a type ${Thing}. Choose another with --resource.`,
    );
  }
  const words = name.replaceAll('-', ' ');
  return {
    name,
    folder: `plugins/${name}`,
    packageName: `@costplane/plugin-${name}`,
    resource,
    Names: pascal(name),
    names: uncapitalized(pascal(name)),
    Thing,
    thing: uncapitalized(Thing),
    title: capitalized(words),
    words,
    path,
    scope,
  };
}

function requireShape(option: string, value: string, shape: RegExp, example: string): void {
  if (shape.test(value) && value.length <= maxLength) return;
  throw new Error(
    `The ${option} cannot be ${JSON.stringify(value)}: it must be ${example}, of at most ${maxLength} characters.`,
  );
}

const pascal = (name: string) => name.split('-').map(capitalized).join('');
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
