import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { networkPath } from '../../../../electron/os/network-path.ts';

const at = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  netmask: '255.255.255.0',
  internal,
  family: 'IPv4',
  mac: '02:00:00:00:00:01',
  cidr: null,
});
const pathWith = (
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[]>>,
  routes: readonly string[] = [],
): string => networkPath({ interfaces: () => interfaces, routes: () => routes });

describe('the network path', () => {
  it('changes the network path with an address, an interface and a route', () => {
    const before = pathWith({ eth0: [at('192.0.2.7')] });
    expect(pathWith({ eth0: [at('192.0.2.8')] })).not.toBe(before);
    expect(pathWith({ eth1: [at('192.0.2.7')] })).not.toBe(before);
    expect(pathWith({ eth0: [at('192.0.2.7')], tun0: [at('10.8.0.2')] })).not.toBe(before);
    expect(pathWith({ eth0: [at('192.0.2.7')] }, ['eth0 00000000'])).not.toBe(before);
  });

  it('keeps the network path in another order of addresses and routes', () => {
    const [one, two] = [at('192.0.2.7'), at('2001:db8::7')];
    expect(pathWith({ eth0: [two, one] }, ['b', 'a'])).toBe(
      pathWith({ eth0: [one, two] }, ['a', 'b']),
    );
  });

  it.each([at('127.0.0.1', true), at('169.254.3.4'), at('fe80::1')])(
    'keeps the network path at an address that leads nowhere: $address',
    (address) => {
      expect(pathWith({ eth0: [at('192.0.2.7'), address] })).toBe(
        pathWith({ eth0: [at('192.0.2.7')] }),
      );
    },
  );

  it('makes the network path without addresses if the system does not tell them', () => {
    const interfaces = (): never => {
      throw new Error('no');
    };
    expect(networkPath({ interfaces, routes: () => ['a route'] })).toBe('a route');
  });

  it('keeps the network path of this computer while nothing changes', () => {
    expect(networkPath()).toBe(networkPath());
  });
});
