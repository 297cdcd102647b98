import { sign, type KeyObject } from 'node:crypto';
import { der, derBytes, derTree, type DerNode } from './der.ts';
import type { Random } from '../random/seeded-random.ts';

/** Changes, removes, adds or repeats a few bytes. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let changed = Buffer.from(bytes);
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(Math.max(1, changed.length));
    const [before, after] = [changed.subarray(0, at), changed.subarray(at)];
    const some = after.subarray(0, 1 + random.below(16));
    const one = Buffer.of(random.below(256));
    changed = random.pick([
      () => Buffer.concat([before, one, after.subarray(1)]),
      () => Buffer.concat([before, one, after]),
      () => Buffer.concat([before, after.subarray(some.length)]),
      () => Buffer.concat([before, some, after]),
      () => before,
    ])();
  }
  return changed;
}

/** Bytes at which readers differ. */
const ODD: readonly Buffer[] = [
  '',
  '00',
  'ff',
  '2e',
  '2a2e',
  '0500',
  '3000',
  '0000000000',
  '80',
  '07',
  '0780',
].map((hex) => Buffer.from(hex, 'hex'));
/** Tags that certificates use, and some that they do not. */
const TAGS = [
  1, 2, 3, 4, 5, 6, 12, 19, 22, 23, 24, 28, 30, 0x30, 0x31, 0x80, 0x81, 0x82, 0x86, 0x87, 0x89,
  0xa0, 0xa1, 0xa3, 0xa4,
];

/**
 * Changes a few elements of a tree and keeps the rest valid DER: another tag, other bytes, gone,
 * twice, elsewhere, or an element of another certificate in its place.
 */
export function mutateTree(tree: DerNode, others: readonly DerNode[], random: Random): DerNode {
  let changed = tree;
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(sizeOf(changed));
    changed = replaced(changed, at, (node) => mutateNode(node, others, random))[0] ?? changed;
  }
  return changed;
}

function mutateNode(node: DerNode, others: readonly DerNode[], random: Random): DerNode[] {
  const { tag, inner } = node;
  const other = random.pick(others);
  return random.pick<() => DerNode[]>([
    () => [],
    () => [node, node],
    () => [{ tag: random.pick(TAGS), inner }],
    () => [nodeAt(other, random.below(sizeOf(other)))],
    () => [node, nodeAt(other, random.below(sizeOf(other)))],
    () => [{ tag, inner: random.pick(ODD) }],
    () => [
      { tag, inner: Buffer.isBuffer(inner) ? mutateBytes(inner, random) : [...inner].reverse() },
    ],
    () => [
      {
        tag,
        inner: Buffer.isBuffer(inner) ? inner : inner.slice(0, random.below(inner.length + 1)),
      },
    ],
  ])();
}

function sizeOf({ inner }: DerNode): number {
  return Buffer.isBuffer(inner) ? 1 : inner.reduce((sum, one) => sum + sizeOf(one), 1);
}

function nodeAt(tree: DerNode, at: number): DerNode {
  let found = tree;
  replaced(tree, at, (node) => {
    found = node;
    return [node];
  });
  return found;
}

/**
 * The tree with the element of this number, counted from the root in the order of the bytes,
 * replaced.
 */
function replaced(tree: DerNode, at: number, by: (node: DerNode) => DerNode[]): DerNode[] {
  if (at === 0) return by(tree);
  if (Buffer.isBuffer(tree.inner)) return [tree];
  let next = at - 1;
  const inner = tree.inner.flatMap((one) => {
    const size = sizeOf(one);
    const own = next >= 0 && next < size ? replaced(one, next, by) : [one];
    next -= size;
    return own;
  });
  return [{ tag: tree.tag, inner }];
}

/**
 * A certificate as a tree.
 *
 * @throws where it is no DER
 */
export function certificateTree(bytes: Buffer): DerNode {
  const [tree, ...more] = derTree(bytes) ?? [];
  if (tree === undefined || more.length > 0) throw new Error('no certificate');
  return tree;
}

/** A certificate with a changed signed part and a new, valid signature: with SHA-256 and this key. */
export function signedAgain(
  certificate: DerNode,
  change: (body: DerNode) => DerNode,
  key: KeyObject,
): Buffer {
  const [body, algorithm] = Buffer.isBuffer(certificate.inner) ? [] : certificate.inner;
  if (body === undefined || algorithm === undefined) throw new Error('no certificate');
  const bytes = derBytes(change(body));
  return der(0x30, bytes, derBytes(algorithm), der(0x03, Buffer.of(0), sign('sha256', bytes, key)));
}
