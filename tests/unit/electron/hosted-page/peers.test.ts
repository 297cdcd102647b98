import { describe, expect, it } from 'vitest';
import { whose, type Accepted } from '../../../../electron/hosted-page/peers.ts';

/** Lines as Linux writes them; the reader ignores all fields after the inode. */
const line = (local: string, remote: string, uid: number, inode = 4711): string =>
  `   7: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${String(inode)} 1 0 20 4 30 10 -1`;
const HEADER =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const OWN = '0100007F:1F90';
const PEER = '0100007F:C350';
const V4: Accepted = {
  own: { address: '127.0.0.1', port: 0x1f90 },
  peer: { address: '127.0.0.1', port: 0xc350 },
};
const OURS = line(OWN, PEER, 1000);

const one = (lines: readonly string[], connection = V4): string =>
  whose([HEADER, ...lines].join('\n'), connection, [0, 1000]);

describe('a connection (SEC-102)', () => {
  it.each([
    ['the person’s', 1000, 'ours'],
    ['root’s', 0, 'ours'],
    ['another account’s', 1001, 'stranger'],
    ['nobody’s', 65_534, 'stranger'],
  ])('recognises a connection as %s', (_, uid, expected) => {
    expect(one([OURS, line(PEER, OWN, uid)])).toBe(expected);
  });

  it.each([
    ['::1', '::1', '00000000000000000000000001000000', '00000000000000000000000001000000'],
    ['::1', 'fe80::1:2%lo', '00000000000000000000000001000000', '000080FE000000000000000002000100'],
    ['127.0.0.1', '127.0.0.1', '0100007F', '0000000000000000FFFF00000100007F'],
    ['127.0.0.1', '::ffff:127.0.0.1', '0100007F', '0000000000000000FFFF00000100007F'],
    ['127.0.0.1', '192.168.1.20', '0100007F', '1401A8C0'],
  ])('finds a connection at %s from %s in the table', (own, peer, ownHex, peerHex) => {
    const connection = { own: { address: own, port: 80 }, peer: { address: peer, port: 40_000 } };
    expect(one([line(`${peerHex}:9C40`, `${ownHex}:0050`, 1001)], connection)).toBe('stranger');
    expect(one([line(`${peerHex}:9C40`, `${ownHex}:0050`, 1000)], connection)).toBe('ours');
    expect(one([line(`${peerHex}:9C41`, `${ownHex}:0050`, 1000)], connection)).toBe('unknown');
  });

  it('takes a connection for a stranger’s once its program gave it up, though the kernel names root', () => {
    expect(one([OURS, line(PEER, OWN, 0, 0)])).toBe('stranger');
  });

  it.each([
    ['only our own end is there', [OURS], 'stranger'],
    ['neither end is there', [line(OWN, '0100007F:C351', 1000)], 'unknown'],
    ['there is no table', [], 'unknown'],
    ['the table is something else', ['a b c', '7: x y z', `${PEER} ${OWN}`], 'unknown'],
  ])('does not take a connection for ours when %s', (_, lines, expected) => {
    expect(one(lines)).toBe(expected);
  });

  it('tells a connection from the others', () => {
    const other = { ...V4, peer: { ...V4.peer, port: 0xc351 } };
    const tables = [OURS, line('0100007F:C351', OWN, 1001), line(PEER, OWN, 1000)].join('\n');
    expect([other, V4].map((each) => whose(tables, each, [0, 1000]))).toEqual(['stranger', 'ours']);
  });
});
