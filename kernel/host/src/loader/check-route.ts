import { type Route } from '@costplane/plugin-api';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { describeDeclaration } from './definition-schema.ts';

/** Problems of a declared route, each beginning with its field. */
export function checkRoute(candidate: unknown): string[] {
  const ofShape = describeDeclaration('route', candidate);
  if (ofShape.length > 0) return ofShape;
  const route = candidate as Route;
  return [...checkAnswer(route), ...checkPathParameters(route), ...checkQuery(route)];
}

function checkAnswer(route: Route): string[] {
  const { response, produces, stream, basis, cacheable, method, scope } = route;
  const problems: string[] = [];
  if (response === undefined && produces === undefined && stream === undefined) {
    problems.push('`response` must be the schema of its answer (or `produces`, or `stream`)');
  }
  if (cacheable && (method !== 'get' || !response || produces || typeof scope !== 'string')) {
    problems.push('`cacheable` is for the JSON of a GET that needs a key');
  }
  if (basis?.allowed.includes(basis.default) === false) {
    problems.push('`basis.default` must be one of `basis.allowed`');
  }
  return problems;
}

/** The parameters in the path must be those of `params`. */
function checkPathParameters({ path, params = {} }: Route): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const undeclared = inPath
    .filter((name) => !Object.hasOwn(params, name))
    .map((name) => `\`params\` must declare ${name}, which is in its path`);
  if (new Set(inPath).size < inPath.length) return ['`path` must name each parameter once'];
  return [
    ...undeclared,
    ...Object.entries(params).flatMap(([name, { isPathName, mayHoldSlash }]) => {
      if (!inPath.includes(name)) return `\`params.${name}\` must be in its path, as {${name}}`;
      return (isPathName || mayHoldSlash) && !path.endsWith(`/{${name}}`)
        ? `\`params.${name}\` must end its path, since it comes from pathName()`
        : [];
    }),
  ];
}

/** Parameters of paging and costs would replace the route's own. */
function checkQuery(route: Route): string[] {
  const standard = Object.keys(standardQuery(route));
  return Object.keys(route.query ?? {})
    .filter((name) => standard.includes(name))
    .map(
      (name) =>
        `\`query.${name}\` must be removed: \`paged\`, \`costMode\` or \`basis\` already declares it`,
    );
}
