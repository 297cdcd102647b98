/** Invalid DER (X.690 section 10). `parseCertificate` returns it as a failure. */
export class DerError extends Error {}

/** Tags in certificates: class, constructed bit and number in one byte (X.690 section 8.1.2). */
export const DER_TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** An element; `content` is without tag and length. */
export type DerElement = Readonly<{ tag: number; content: Buffer; whole: Buffer }>;

/**
 * Reads DER elements in order. Stricter than OpenSSL, so that no input has two readings: it rejects indefinite lengths,
 * lengths in too many bytes, and tags of several bytes.
 */
export class DerReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** The next element of any tag. @throws DerError */
  next(): DerElement {
    const start = this.#at;
    const tag = this.#byte();
    if ((tag & 0x1f) === 0x1f) throw new DerError('a tag of several bytes');
    const end = this.#length() + this.#at;
    if (end > this.#bytes.length) throw new DerError('cut short');
    const content = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { tag, content, whole: this.#bytes.subarray(start, end) };
  }

  /** The next element's content; requires this tag. @throws DerError */
  take(tag: number): Buffer {
    const content = this.takeIf(tag);
    if (content === null) throw new DerError(`no element of tag ${tag}`);
    return content;
  }

  /** The next element's content if it has this tag; else null, without reading it. @throws DerError */
  takeIf(tag: number): Buffer | null {
    return this.#bytes[this.#at] === tag ? this.next().content : null;
  }

  /** @throws DerError if bytes are left */
  end(): void {
    if (!this.isAtEnd) throw new DerError('something follows the end');
  }

  #length(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new DerError('an indefinite or endless length');
    let length = 0;
    for (let index = 0; index < count; index += 1) length = length * 256 + this.#byte();
    if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('a length longer than needed');
    return length;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new DerError('cut short');
    this.#at += 1;
    return byte;
  }
}

/** The content of a single element. @throws DerError for another tag or more bytes */
export function derContent(bytes: Buffer, tag: number): Buffer {
  const reader = new DerReader(bytes);
  const content = reader.take(tag);
  reader.end();
  return content;
}

/** All elements, in order. @throws DerError */
export function derElements(bytes: Buffer): DerElement[] {
  const reader = new DerReader(bytes);
  const found: DerElement[] = [];
  while (!reader.isAtEnd) found.push(reader.next());
  return found;
}

/** A BOOLEAN's value. @throws DerError if the byte is not one of DER's two values */
export function derBoolean(content: Buffer): boolean {
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw new DerError('no boolean');
  return content[0] === 0xff;
}

/** A BIT STRING's bytes. @throws DerError if unused bits are set (X.690 section 11.2.1) */
export function derBits(content: Buffer): Buffer {
  const unused = content[0] ?? 8;
  const bits = content.subarray(1);
  const last = bits[bits.length - 1] ?? 0;
  if (unused > 7 || (bits.length === 0 && unused > 0) || (last & ((1 << unused) - 1)) !== 0) {
    throw new DerError('no bit string');
  }
  return bits;
}

/** An INTEGER from 0 to 31 bits. @throws DerError */
export function derSmallInteger(content: Buffer): number {
  const isMinimal = content.length === 1 || content[0] !== 0 || (content[1] ?? 0) >= 0x80;
  const value = content.length > 0 && content.length <= 4 ? content.readIntBE(0, content.length) : -1;
  if (value < 0 || !isMinimal) throw new DerError('no small number');
  return value;
}

/**
 * A UTCTime or GeneralizedTime in the form of RFC 5280 section 4.1.2.5: to the second, in UTC.
 *
 * @returns milliseconds since 1970
 * @throws DerError for another form or an impossible time
 */
export function derTime({ tag, content }: DerElement): number {
  const text = content.toString('latin1');
  const year = tag === DER_TAG.utcTime ? '(\\d{2})' : '(\\d{4})';
  const parts = new RegExp(`^${year}(\\d{2})(\\d{2})(\\d{2})(\\d{2})(\\d{2})Z$`).exec(text)?.slice(1);
  if (parts === undefined || (tag !== DER_TAG.utcTime && tag !== DER_TAG.generalizedTime)) {
    throw new DerError('no time');
  }
  // Two digits mean 1950 to 2049.
  const century = tag === DER_TAG.generalizedTime ? '' : Number(parts[0]) >= 50 ? '19' : '20';
  const iso = `${century}${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}.000Z`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso) throw new DerError('no such time');
  return time;
}
