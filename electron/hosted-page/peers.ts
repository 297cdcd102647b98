import { readFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';

export type End = Readonly<{ address: string; port: number }>;
export type Accepted = Readonly<{ own: End; peer: End }>;
/** The peer's account; `ours` is the person or root. */
export type Whose = 'ours' | 'stranger' | 'unknown';
export type PeerLook = (connection: Accepted) => Whose;

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** The kernel returns tables in pieces: a concurrent change can hide a line. */
const READINGS = 3;
/** Prefix of an IPv4 address in the IPv6 table (little-endian, as all of Electron's processors). */
const MAPPED = '0000000000000000FFFF0000';

/** From Linux's TCP tables; takes milliseconds. */
export const lookAtPeer: PeerLook = (connection) => {
  if (process.platform !== 'linux' || process.getuid === undefined) return 'unknown';
  const accounts = [0, process.getuid()];
  let found: Whose = 'unknown';
  for (let reading = 0; reading < READINGS && found !== 'ours'; reading += 1) {
    found = whose(TABLES.map(readTable).join('\n'), connection, accounts);
  }
  return found;
};

/**
 * The peer's account in `/proc/net/tcp` and `tcp6`. If only our end has a line, the peer is a stranger. So is a socket
 * without a program, which the kernel gives to root.
 *
 * @param accounts user ids that are not strangers
 */
export function whose(tables: string, { own, peer }: Accepted, accounts: readonly number[]): Whose {
  const [ownEnd, peerEnd] = [inTable(own), inTable(peer)];
  let found: Whose = 'unknown';
  for (const line of tables.split('\n')) {
    const [, local = '', remote = '', , , , , uid = '', , inode = '0'] = line.trim().split(/\s+/);
    const [from, to] = [plain(local), plain(remote)];
    if (from === ownEnd && to === peerEnd) found = 'stranger';
    if (from !== peerEnd || to !== ownEnd || inode === '0') continue;
    return accounts.map(String).includes(uid) ? 'ours' : 'stranger';
  }
  return found;
}

function readTable(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

const plain = (end: string): string => (end.startsWith(MAPPED) ? end.slice(MAPPED.length) : end);

/** The tables' format: 32-bit words in processor order, then the port. */
function inTable({ address, port }: End): string {
  const words = wordsOf(address).map((bytes) =>
    bytes
      .reverse()
      .map((byte) => hex(byte, 2))
      .join(''),
  );
  return plain(`${words.join('')}:${hex(port, 4)}`);
}

function wordsOf(address: string): number[][] {
  if (isIPv4(address)) return [address.split('.').map(Number)];
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return [];
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [firstGroups, lastGroups] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':'),
  ) as [string[], string[]];
  const gap = Array<string>(8 - firstGroups.length - lastGroups.length).fill('0');
  const groups = [...firstGroups, ...gap, ...lastGroups].map((group) => parseInt(group, 16));
  const bytes = groups.flatMap((group) => [group >> 8, group & 0xff]);
  return [0, 4, 8, 12].map((at) => bytes.slice(at, at + 4));
}

const hex = (value: number, digits: number): string =>
  value.toString(16).toUpperCase().padStart(digits, '0');
