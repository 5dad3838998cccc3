import {
  type Page,
  type RawBody,
  type ResponseMeta,
  standardEnvelope,
  StatusBody,
} from '@costplane/plugin-api';
import { toTimestamp } from '@costplane/plugin-api/schema';
import { type AnswerBody, type KeptAnswer } from '../../answers/answer-cache.ts';
import { formatTag } from '../../answers/entity-tag.ts';
import { reusableCursorMs } from '../../pagination/cursor.ts';
import { shortenPage } from '../../pagination/shorten-page.ts';
import { type CacheableAnswer, type ValidExchange } from '../exchange.ts';
import { sendAnswer, toAnswerBody } from '../send-answer.ts';
import { send } from '../send.ts';
import { type PipelineServices } from '../services.ts';
import { describeRequest } from '../meta-parts.ts';
import { boundQuery } from './validate.ts';

/** Step 10: serializes the envelope by the response schema, and sends it. */
export async function respond(
  exchange: ValidExchange,
  result: unknown,
  services: PipelineServices,
): Promise<void> {
  const { route, response } = exchange;
  const { definition } = route;
  if (definition.produces !== undefined) {
    respondRaw(exchange, result as RawBody, services);
    return;
  }
  const envelope = definition.envelope ?? standardEnvelope;
  if (result instanceof StatusBody) {
    send(response, result.status, 'application/json', serializeOther(exchange, result));
    return;
  }
  const write = (page: Page<unknown> | undefined) => {
    const meta = buildMeta(exchange, page, services);
    return { meta, text: route.serialize(envelope.wrap(page ? page.data : result, meta)) };
  };
  const page = definition.paged ? (result as Page<unknown>) : undefined;
  const whole = write(page);
  const maxPageBytes = services.unsentBodies.maxPageBytes(exchange.principal?.organization.id);
  const shorter = page && shortenPage(page, Buffer.byteLength(whole.text), maxPageBytes);
  const body = shorter ? write(shorter) : whole;
  if (body.meta.pagination?.next_cursor) exchange.clock?.holdFor(reusableCursorMs);
  const holdsUntilMs = exchange.clock?.holdsUntilMs ?? -Infinity;
  const cacheable = holdsUntilMs > -Infinity ? exchange.cacheable : undefined;
  const kept =
    cacheable?.isRepeated && !shorter
      ? keep({ ...cacheable, holdsUntilMs }, body, services)
      : undefined;
  const tag = cacheable && formatTag(cacheable.name, holdsUntilMs);
  await sendAnswer(exchange, kept ?? toAnswerBody(body.text), services, tag);
}

/** Caches the body of a repeated request without `meta`, which is its end. */
function keep(
  cacheable: CacheableAnswer & { readonly holdsUntilMs: number },
  { text, meta }: { readonly text: string; readonly meta: ResponseMeta },
  { answers }: PipelineServices,
): AnswerBody | undefined {
  const end = `,"meta":${JSON.stringify(meta)}}`;
  if (!text.startsWith('{"data":') || !text.endsWith(end)) return undefined;
  const data = Buffer.from(text.slice(0, -end.length));
  const answer: KeptAnswer = { ...cacheable, data, meta, encoded: new Map() };
  answers.keep(answer);
  return answers.toBody(answer, meta);
}

function respondRaw(
  { request, response, principal }: ValidExchange,
  raw: RawBody,
  { unsentBodies }: PipelineServices,
): void {
  const { contentType, headers = {}, status = 200, encodings = {} } = raw;
  const names = Object.keys(encodings) as (keyof typeof encodings)[];
  const encoding = names.find((name) => request.acceptsEncodings(name));
  const body = (encoding && encodings[encoding]) ?? raw.body;
  if (principal) unsentBodies.track(response, Buffer.byteLength(body), principal.organization.id);
  if (names.length > 0) response.setHeader('Vary', 'Accept-Encoding');
  if (encoding) response.setHeader('Content-Encoding', encoding);
  send(response, status, contentType, body, headers);
}

function serializeOther({ route }: ValidExchange, { status, body }: StatusBody): string {
  const serialize = route.serializeOther.get(status);
  if (serialize) return serialize(body);
  throw new Error(`${route.definition.operationId} does not declare a response ${status}`);
}

function buildMeta(
  exchange: ValidExchange,
  page: Page<unknown> | undefined,
  services: PipelineServices,
): ResponseMeta {
  const { requestId, route, input } = exchange;
  const { costMode, basis } = route.definition;
  const now = services.clock.now();
  return {
    ...describeRequest(requestId, now),
    ...(page ? { pagination: buildPagination(exchange, page, services, now) } : {}),
    ...(costMode?.rule === 'accepts' ? { cost_mode: input.costMode } : {}),
    ...(basis ? { basis: input.basis } : {}),
  };
}

function buildPagination(
  exchange: ValidExchange,
  page: Page<unknown>,
  { cursors }: PipelineServices,
  now: Date,
): ResponseMeta['pagination'] {
  const { principal, input, route } = exchange;
  const orderedAt = input.page.walk?.orderedAt ?? toTimestamp(now);
  const after = page.hasMore ? page.keyAt(page.data.length - 1) : undefined;
  const walk = { orderedAt, snapshot: page.snapshot };
  const { operationId } = route.definition;
  const owner = principal && { organizationId: principal.organization.id, operationId };
  const next =
    after && owner ? cursors.encode({ after, walk }, owner, boundQuery(input), now) : undefined;
  return {
    ...(next === undefined ? {} : { next_cursor: next }),
    has_more: next !== undefined,
    limit: page.limit,
    ...(page.isOrderKept ? { ordered_at: orderedAt } : {}),
    ...(page.totalCount === undefined ? {} : { total_count: page.totalCount }),
  };
}
