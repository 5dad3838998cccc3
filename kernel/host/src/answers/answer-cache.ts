import { encodeBeginning, type EncodedBeginning, type Encoding } from './content-encoding.ts';

/** A cached response. */
export interface KeptAnswer {
  readonly organizationId: string;
  /** Identifies the request, independent of the data. */
  readonly identity: string;
  /** Version of the data that it depends on. */
  readonly version: string;
  readonly holdsUntilMs: number;
  /** The body up to `meta`. */
  readonly data: Buffer;
  /** `meta` of the first response; its facts about the request differ in each. */
  readonly meta: object;
  /** `data` in the encodings that clients have requested. */
  readonly encoded: Map<Encoding, Promise<EncodedBeginning>>;
}

/** A body in two parts; the first may already exist in other encodings. */
export interface AnswerBody {
  readonly data: Buffer;
  readonly end: Buffer;
  readonly encode: (encoding: Encoding) => Promise<EncodedBeginning>;
}

interface Entry {
  answer?: KeptAnswer;
  bytes: number;
}

/** Approximate size of an entry without its response. */
const entryBytes = 400;
/** Largest share of the cache that one response may take. */
const largestShare = 1 / 8;

/**
 * Responses by request. A response is kept from the second identical request on, so that pages that are
 * read once take no space. When the cache is full, the organization with the most bytes loses its least
 * recently used entry, so that no organization displaces the others.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  /** Entries by organization, most recently used last. */
  readonly #organizations = new Map<string, { bytes: number; entries: Map<string, Entry> }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The response for a version, if it is still valid; also records the request. */
  find(
    organizationId: string,
    identity: string,
    { version, now }: { readonly version: string; readonly now: Date },
  ): { readonly answer?: KeptAnswer; readonly isRepeated: boolean } {
    if (this.#maxBytes === 0) return { isRepeated: false };
    const known = this.#organizations.get(organizationId)?.entries.get(identity);
    this.#put(organizationId, identity, known ?? { bytes: entryBytes });
    const answer = known?.answer;
    const isCurrent = answer?.version === version && answer.holdsUntilMs >= now.getTime();
    return isCurrent ? { answer, isRepeated: true } : { isRepeated: known !== undefined };
  }

  keep(answer: KeptAnswer): void {
    const { organizationId, identity, data } = answer;
    if (data.length > this.#maxBytes * largestShare) return;
    this.#put(organizationId, identity, { answer, bytes: entryBytes + data.length });
  }

  /** The body of a response with the `meta` of a request. */
  toBody(answer: KeptAnswer, meta: object): AnswerBody {
    const end = Buffer.from(`,"meta":${JSON.stringify(meta)}}`);
    return { data: answer.data, end, encode: (encoding) => this.encode(answer, encoding) };
  }

  /** Compresses the data of a response, once per encoding. */
  encode(answer: KeptAnswer, encoding: Encoding): Promise<EncodedBeginning> {
    const { data, encoded } = answer;
    const known = encoded.get(encoding);
    if (known) return known;
    const compressed = encodeBeginning(encoding, data);
    encoded.set(encoding, compressed);
    compressed.then(
      ({ bytes }) => this.#grow(answer, bytes.length),
      () => encoded.delete(encoding),
    );
    return compressed;
  }

  /** Entries that were removed no longer count. */
  #grow(answer: KeptAnswer, bytes: number): void {
    const { organizationId, identity } = answer;
    const entry = this.#organizations.get(organizationId)?.entries.get(identity);
    if (entry?.answer !== answer) return;
    this.#put(organizationId, identity, { answer, bytes: entry.bytes + bytes });
  }

  /** Marks it as most recently used, and frees what exceeds the limit. */
  #put(organizationId: string, identity: string, entry: Entry): void {
    let own = this.#organizations.get(organizationId);
    if (!own) {
      own = { bytes: 0, entries: new Map() };
      this.#organizations.set(organizationId, own);
    }
    this.#remove(organizationId, identity);
    own.entries.set(identity, entry);
    own.bytes += entry.bytes;
    this.#bytes += entry.bytes;
    while (this.#bytes > this.#maxBytes) this.#removeOldest();
  }

  #remove(organizationId: string, identity: string): void {
    const own = this.#organizations.get(organizationId);
    const entry = own?.entries.get(identity);
    if (!own || !entry) return;
    own.entries.delete(identity);
    own.bytes -= entry.bytes;
    this.#bytes -= entry.bytes;
  }

  #removeOldest(): void {
    let [largest, most] = ['', 0];
    for (const [id, { bytes }] of this.#organizations) {
      if (bytes > most) [largest, most] = [id, bytes];
    }
    const own = this.#organizations.get(largest);
    const [oldest] = own?.entries.keys() ?? [];
    if (own && oldest !== undefined) this.#remove(largest, oldest);
    if (own?.entries.size === 0) this.#organizations.delete(largest);
  }
}
