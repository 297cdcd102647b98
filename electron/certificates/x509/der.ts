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

/** `whole` has tag, length and content; `content` has neither tag nor length. */
export type DerElement = Readonly<{ tag: number; content: Buffer; whole: Buffer }>;

/**
 * Reads DER. Stricter than OpenSSL, so that no input has two readings: rejects indefinite or padded
 * lengths, and tags of several bytes.
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

  /**
   * The content of the next element, which must have this tag.
   *
   * @throws DerError
   */
  take(tag: number): Buffer {
    const content = this.takeIf(tag);
    if (content === null) throw new DerError(`no element of tag ${tag}`);
    return content;
  }

  /**
   * As `take`, but returns null, and reads no byte, for another tag or at the end.
   *
   * @throws DerError
   */
  takeIf(tag: number): Buffer | null {
    return this.#bytes[this.#at] === tag ? this.next().content : null;
  }

  /** @throws DerError if bytes are left */
  end(): void {
    if (!this.isAtEnd) throw new DerError('something follows the end');
  }

  #length(): number {
    const firstByte = this.#byte();
    if (firstByte < 0x80) return firstByte;
    const count = firstByte & 0x7f;
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

/**
 * The content of the only element.
 *
 * @throws DerError for other tags or more bytes
 */
export function derContent(bytes: Buffer, tag: number): Buffer {
  const reader = new DerReader(bytes);
  const content = reader.take(tag);
  reader.end();
  return content;
}

/** @throws DerError */
export function derElements(bytes: Buffer): DerElement[] {
  const reader = new DerReader(bytes);
  const elements: DerElement[] = [];
  while (!reader.isAtEnd) elements.push(reader.next());
  return elements;
}

/** @throws DerError for bytes other than 0x00 and 0xff */
export function derBoolean(content: Buffer): boolean {
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))
    throw new DerError('no boolean');
  return content[0] === 0xff;
}

/**
 * The bytes of a bit string.
 *
 * @throws DerError if unused bits are set (X.690 section 11.2.1)
 */
export function derBits(content: Buffer): Buffer {
  // The first byte counts the unused bits of the last one. Without it, 8 makes the bit string
  // invalid.
  const unusedBits = content[0] ?? 8;
  const bytes = content.subarray(1);
  const lastByte = bytes[bytes.length - 1] ?? 0;
  const isTooMany = unusedBits > 7 || (bytes.length === 0 && unusedBits > 0);
  if (isTooMany || (lastByte & ((1 << unusedBits) - 1)) !== 0) {
    throw new DerError('no bit string');
  }
  return bytes;
}

/**
 * Requires 0 to 2^31 - 1.
 *
 * @throws DerError
 */
export function derSmallInteger(content: Buffer): number {
  const isMinimal = content.length === 1 || content[0] !== 0 || (content[1] ?? 0) >= 0x80;
  const value =
    content.length > 0 && content.length <= 4 ? content.readIntBE(0, content.length) : -1;
  if (value < 0 || !isMinimal) throw new DerError('no small number');
  return value;
}

/**
 * Reads a UTCTime or GeneralizedTime to the second, in UTC (RFC 5280 section 4.1.2.5).
 *
 * @returns milliseconds since 1970
 * @throws DerError
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
  // The two digits of a UTCTime mean 1950 to 2049.
  const centuryOfUtcTime = Number(parts[0]) >= 50 ? '19' : '20';
  const century = tag === DER_TAG.generalizedTime ? '' : centuryOfUtcTime;
  const iso = `${century}${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}.000Z`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso)
    throw new DerError('no such time');
  return time;
}
