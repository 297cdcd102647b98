import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes, routesOfIpv4, routesOfIpv6 } from '../../../../../electron/os/linux/routes.ts';

const IPV4 = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
eth0\t0000FEA9\t00000000\t0001\t0\t0\t1000\t0000FFFF\t0\t0\t0
`;
const NONE = '0'.repeat(32);
const row = (
  destination: string,
  gateway: string,
  counters: string,
  flags: string,
  name: string,
): string =>
  `${destination} 40 ${NONE} 00 ${gateway} 00000100 ${counters} ${flags} ${name.padStart(8)}\n`;
const GATEWAY = 'fe800000000000000000000000000001';
const OUT = row(NONE, GATEWAY, '00000003 00000000', '00000003', 'eth0');

describe('the routes', () => {
  it('finds the routes of IPv4 that lead out', () => {
    expect(routesOfIpv4(IPV4)).toEqual([
      'eth0 00000000 00000000 010200C0 100',
      'eth0 000200C0 00FFFFFF 00000000 100',
    ]);
  });

  it('finds the routes of IPv6 that lead out', () => {
    const inside = [
      row(`fd${NONE.slice(2)}`, NONE, '00000001 00000000', '80200001', 'eth0'),
      row(`fe80${NONE.slice(4)}`, NONE, '00000001 00000000', '00000001', 'eth0'),
      row(`ff${NONE.slice(2)}`, NONE, '00000001 00000000', '00000001', 'eth0'),
      row(`fd${NONE.slice(2)}`, NONE, '00000001 00000000', '01000003', 'eth0'),
      row(NONE, NONE, '00000001 00000000', '00200200', 'lo'),
    ];
    expect(routesOfIpv6([...inside, OUT].join(''))).toEqual([
      `eth0 ${NONE} 40 ${GATEWAY} 00000100`,
    ]);
  });

  it('keeps the same routes when their counters change', () => {
    expect(routesOfIpv4(IPV4.replaceAll('\t0\t0\t100', '\t7\t9\t100'))).toEqual(routesOfIpv4(IPV4));
    const counted = row(NONE, GATEWAY, '0000ffff 0000ffff', '00000003', 'eth0');
    expect(routesOfIpv6(counted)).toEqual(routesOfIpv6(OUT));
  });

  it.each(['', '\n', 'no table at all', '\0\0\0'])(
    'finds no route in the unreadable table %j',
    (table) => {
      expect([...routesOfIpv4(table), ...routesOfIpv6(table)]).toEqual([]);
    },
  );

  it.runIf(process.platform === 'linux')('reads both tables of this computer whole', () => {
    const [ipv4, ipv6] = ['/proc/net/route', '/proc/net/ipv6_route'].map((file) =>
      readFileSync(file, 'latin1'),
    );
    const found = routes();
    expect(found).toEqual([...routesOfIpv4(ipv4 ?? ''), ...routesOfIpv6(ipv6 ?? '')]);
    expect(
      found.every((route) => /^\S+ [0-9A-Fa-f]+ [0-9A-Fa-f]+ [0-9A-Fa-f]+ \w+$/.test(route)),
    ).toBe(true);
  });
});
