/** One element of DER as a tree: bytes if it is primitive, or if its content is not DER. */
export type DerNode = Readonly<{ tag: number; inner: Buffer | readonly DerNode[] }>;

/** An element with its tag and length. */
export function der(tag: number, ...inner: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(inner);
  const { length } = content;
  const size: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256);
  return Buffer.concat([
    Buffer.of(tag, ...(length < 0x80 ? [length] : [0x80 | size.length, ...size])),
    content,
  ]);
}

/** An object identifier; `1.3.6…` with arcs of any size. */
export function derOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const bytes = [arc % 128];
    for (let more = Math.floor(arc / 128); more > 0; more = Math.floor(more / 128)) {
      bytes.unshift(0x80 | (more % 128));
    }
    return bytes;
  });
  return der(0x06, Buffer.from(arcs));
}

/** Reads bytes as a tree, also into octet and bit strings that hold DER; null if they are not DER. */
export function derTree(bytes: Buffer): DerNode[] | null {
  const found: DerNode[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0x80;
    let start = at + 2;
    if (length > 0x80 && length <= 0x84) {
      const count = length - 0x80;
      if (start + count > bytes.length) return null;
      length = bytes.readUIntBE(start, count);
      start += count;
    } else if (length >= 0x80) return null;
    if (start + length > bytes.length) return null;
    const content = bytes.subarray(start, start + length);
    const hasInner = (tag & 0x20) !== 0 || tag === 0x04;
    found.push({ tag, inner: (hasInner && length > 0 ? derTree(content) : null) ?? content });
    at = start + length;
  }
  return found;
}

/** The bytes of a tree, with lengths that fit. */
export function derBytes({ tag, inner }: DerNode): Buffer {
  return Buffer.isBuffer(inner) ? der(tag, inner) : der(tag, ...inner.map(derBytes));
}
