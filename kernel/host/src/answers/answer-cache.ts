import { encodeBeginning, type EncodedBeginning, type Encoding } from './content-encoding.ts';

/** An answer that may be given again. */
export interface KeptAnswer {
  readonly organizationId: string;
  /** Names it whatever the data. */
  readonly identity: string;
  /** Of the data that it is made of. */
  readonly version: string;
  readonly holdsUntilMs: number;
  /** The body up to `meta`. */
  readonly data: Buffer;
  /** What is the same in the `meta` of each response. */
  readonly meta: object;
  /** `data` compressed, as clients have asked for it. */
  readonly encoded: Map<Encoding, Promise<EncodedBeginning>>;
}

interface Entry {
  answer?: KeptAnswer;
  bytes: number;
}

/** Of an entry without its answer, about. */
const entryBytes = 400;
/** Of all, the most that one answer may have: a few large ones are no cache. */
const largestShare = 1 / 8;

/**
 * Answers by what they are to, from the second time on that it is asked: pages that are read once leave
 * no trace. Where there are too many bytes, the organization that has the most gives up what it has not
 * asked for the longest, so that none pushes out the others.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  /** By organization, those that were asked for last at the end. */
  readonly #organizations = new Map<string, { bytes: number; entries: Map<string, Entry> }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The answer as of a version, if it still holds; remembers that it was asked for. */
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

  /** The data of an answer compressed, once. */
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

  /** What is no longer kept takes no bytes. */
  #grow(answer: KeptAnswer, bytes: number): void {
    const { organizationId, identity } = answer;
    const entry = this.#organizations.get(organizationId)?.entries.get(identity);
    if (entry?.answer !== answer) return;
    this.#put(organizationId, identity, { answer, bytes: entry.bytes + bytes });
  }

  /** Makes it the last of its organization's, and frees what is over the limit. */
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
