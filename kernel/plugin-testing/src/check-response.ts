import { Ajv2020 } from 'ajv/dist/2020.js';
import { closeObjects } from '@costplane/kernel';
import { type OpenApiDocument } from '@costplane/plugin-api';
import { timestampName, timestampPattern } from '@costplane/plugin-api/internal';

type Node = Readonly<Record<string, unknown>>;

const formats = { uuid: true, date: true, 'date-time': true } as const;

/** Throws when a JSON response is not what the document says of its operation and status. */
export type ResponseCheck = (
  method: string,
  pathname: string,
  status: number,
  body: unknown,
) => void;

/** Prepares the check against one document. Paths that the document lacks must be 404 or 405. */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  ajv.addSchema(closeObjects(document), 'openapi');

  return (method, pathname, status, body) => {
    const templates = Object.keys(document.paths);
    const exact = templates.find((path) => matches(path, pathname));
    if (exact === undefined && isUnknownPath(status, body)) return;
    const template =
      exact ?? longest(templates.filter((path) => matches(openEnded(path), pathname)));
    const operation = template && (document.paths[template]?.[method.toLowerCase()] as Node);
    if (!template || !operation) {
      if (isUnserved(status)) return;
      throw new Error(`${method} ${pathname} answered ${status} and is not in the document`);
    }
    const pointer = findResponse(document, template, method.toLowerCase(), status);
    if (pointer === undefined && !exact && isUnserved(status)) return;
    if (pointer === undefined) {
      throw new Error(`${method} ${template}: the document has no response ${status}`);
    }
    const validate = ajv.getSchema(`openapi#${pointer}`);
    if (!validate) throw new Error(`${method} ${template} ${status}: no JSON schema`);
    const wrong = wrongTimestamps(body);
    if (wrong.length > 0) {
      throw new Error(
        `${method} ${pathname} ${status}: not UTC to the second: ${wrong.join(', ')}`,
      );
    }
    if (validate(body) !== true) {
      throw new Error(
        `${method} ${pathname} ${status} is not what the document says: ` +
          ajv.errorsText(validate.errors),
      );
    }
  };
}

/** Maps whose keys are anybody's, and the names of the fields of schemas. */
const notFields = new Set(['labels', 'annotations', 'properties']);
const isTimestamp = new RegExp(timestampPattern);

/** Fields that are named as instants and are none, also in objects whose schema is open. */
function wrongTimestamps(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (notFields.has(name)) return [];
    const at = `${path}/${name}`;
    if (!timestampName.test(name)) return wrongTimestamps(value, at);
    const isRight = value === null || (typeof value === 'string' && isTimestamp.test(value));
    return isRight ? [] : [`${at} = ${JSON.stringify(value)}`];
  });
}

const isUnserved = (status: number) => [404, 405, 414].includes(status);

const isUnknownPath = (status: number, body: unknown) =>
  status === 404 && (body as { error?: { code?: string } }).error?.code === 'BAD_REQUEST';

/** A name that ends a path may hold slashes, or be missing; any other path goes first. */
const openEnded = (template: string) => template.replace(/\{[^}]+\}$/, '{*}');

const longest = (templates: readonly string[]) =>
  templates.toSorted((a, b) => b.length - a.length).at(0);

function matches(template: string, pathname: string): boolean {
  const pattern = template
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('{\\*}', '.*')
    .replaceAll(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}

function findResponse(
  document: OpenApiDocument,
  template: string,
  method: string,
  status: number,
): string | undefined {
  const operation = document.paths[template]?.[method] as { responses: Record<string, Node> };
  const response = operation.responses[String(status)];
  if (!response) return undefined;
  const reference = response.$ref as string | undefined;
  const base =
    reference?.slice(1) ?? `/paths/${escapePointer(template)}/${method}/responses/${status}`;
  return `${base}/content/application~1json/schema`;
}

const escapePointer = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
