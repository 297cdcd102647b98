/** Invalid DER (X.690 section 10). `parseCertificate` returns it as a failure. */
export class DerError extends Error {}

/** Class, constructed bit and number in one byte (X.690 section 8.1.2). */
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

/** `content` excludes tag and length. */
export type DerElement = Readonly<{ tag: number; content: Buffer; whole: Buffer }>;

/**
 * Reads DER. Stricter than OpenSSL, so that no input has two readings: rejects indefinite or padded lengths, and tags
 * of several bytes.
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

  /** @throws DerError */
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

  /** Requires this tag. @throws DerError */
  take(tag: number): Buffer {
    const content = this.takeIf(tag);
    if (content === null) throw new DerError(`no element of tag ${tag}`);
    return content;
  }

  /** Returns null, and reads no byte, for another tag. @throws DerError */
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
    if (length < 0x80 || length < 256 ** (count - 1))
      throw new DerError('a length longer than needed');
    return length;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new DerError('cut short');
    this.#at += 1;
    return byte;
  }
}

/** The content of the only element. @throws DerError for other tags or more bytes */
export function derContent(bytes: Buffer, tag: number): Buffer {
  const reader = new DerReader(bytes);
  const content = reader.take(tag);
  reader.end();
  return content;
}

/** @throws DerError */
export function derElements(bytes: Buffer): DerElement[] {
  const reader = new DerReader(bytes);
  const found: DerElement[] = [];
  while (!reader.isAtEnd) found.push(reader.next());
  return found;
}

/** @throws DerError for bytes other than 0x00 and 0xff */
export function derBoolean(content: Buffer): boolean {
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))
    throw new DerError('no boolean');
  return content[0] === 0xff;
}

/** @throws DerError if unused bits are set (X.690 section 11.2.1) */
export function derBits(content: Buffer): Buffer {
  const unused = content[0] ?? 8;
  const bits = content.subarray(1);
  const last = bits[bits.length - 1] ?? 0;
  if (unused > 7 || (bits.length === 0 && unused > 0) || (last & ((1 << unused) - 1)) !== 0) {
    throw new DerError('no bit string');
  }
  return bits;
}

/** Requires 0 to 2^31 - 1. @throws DerError */
export function derSmallInteger(content: Buffer): number {
  const isMinimal = content.length === 1 || content[0] !== 0 || (content[1] ?? 0) >= 0x80;
  const value =
    content.length > 0 && content.length <= 4 ? content.readIntBE(0, content.length) : -1;
  if (value < 0 || !isMinimal) throw new DerError('no small number');
  return value;
}

/**
 * Reads a UTCTime or GeneralizedTime to the second, in UTC (RFC 5280 section 4.1.2.5). @throws DerError
 *
 * @returns milliseconds since 1970
 */
export function derTime({ tag, content }: DerElement): number {
  const text = content.toString('latin1');
  const year = tag === DER_TAG.utcTime ? '(\\d{2})' : '(\\d{4})';
  const parts = new RegExp(`^${year}(\\d{2})(\\d{2})(\\d{2})(\\d{2})(\\d{2})Z$`)
    .exec(text)
    ?.slice(1);
  if (parts === undefined || (tag !== DER_TAG.utcTime && tag !== DER_TAG.generalizedTime)) {
    throw new DerError('no time');
  }
  // Two digits mean 1950 to 2049.
  const century = tag === DER_TAG.generalizedTime ? '' : Number(parts[0]) >= 50 ? '19' : '20';
  const iso = `${century}${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}.000Z`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso)
    throw new DerError('no such time');
  return time;
}
