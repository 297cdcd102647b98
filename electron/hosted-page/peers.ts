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

/** Looks the peer up in Linux's TCP tables, which takes milliseconds. `unknown` on other systems. */
export const lookAtPeer: PeerLook = (connection) => {
  if (process.platform !== 'linux' || process.getuid === undefined) return 'unknown';
  const accounts = [0, process.getuid()];
  let owner: Whose = 'unknown';
  for (let reading = 0; reading < READINGS && owner !== 'ours'; reading += 1) {
    owner = whose(TABLES.map(readTable).join('\n'), connection, accounts);
  }
  return owner;
};

/**
 * The peer's account in `/proc/net/tcp` and `tcp6`. If only our end has a line, the peer is a
 * stranger. So is a peer whose socket belongs to no program (inode 0): the kernel gives such
 * sockets to root.
 *
 * @param accounts user ids that are not strangers
 */
export function whose(tables: string, { own, peer }: Accepted, accounts: readonly number[]): Whose {
  const ownEnd = inTable(own);
  const peerEnd = inTable(peer);
  let owner: Whose = 'unknown';
  for (const line of tables.split('\n')) {
    // Columns of proc(5): sl, local, remote, state, queues, timer, retransmissions, uid, timeout,
    // inode.
    const [, local = '', remote = '', , , , , uid = '', , inode = '0'] = line.trim().split(/\s+/);
    const from = unmapped(local);
    const to = unmapped(remote);
    const isOwnLine = from === ownEnd && to === peerEnd;
    const isPeersLine = from === peerEnd && to === ownEnd && inode !== '0';
    if (isOwnLine) owner = 'stranger';
    if (isPeersLine) return accounts.map(String).includes(uid) ? 'ours' : 'stranger';
  }
  return owner;
}

function readTable(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** An end of the table without the prefix of an IPv4 address in the IPv6 table. */
const unmapped = (end: string): string => (end.startsWith(MAPPED) ? end.slice(MAPPED.length) : end);

/** An end in the tables' format: 32-bit words in processor order, then the port. */
function inTable({ address, port }: End): string {
  const words = wordsOf(address).map((bytes) =>
    bytes
      .reverse()
      .map((byte) => hex(byte, 2))
      .join(''),
  );
  return unmapped(`${words.join('')}:${hex(port, 4)}`);
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
