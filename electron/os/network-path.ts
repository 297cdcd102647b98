import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { routes } from './linux/routes.ts';

export type PathSources = Readonly<{
  /** May throw where the system does not tell its interfaces. */
  interfaces: typeof networkInterfaces;
  /** One line each; empty where they cannot be read. */
  routes: () => readonly string[];
}>;

/**
 * Node has no list of routes. So on other systems than Linux, a change of the routes alone is not
 * seen.
 */
const COMPUTER: PathSources = {
  interfaces: networkInterfaces,
  routes: () => (process.platform === 'linux' ? routes() : []),
};

/**
 * This computer's side of every network path: the addresses of its interfaces, and its routes. The
 * text changes with each address, interface or route, such as by a VPN, another network or a
 * docking station.
 */
export function networkPath(sources: PathSources = COMPUTER): string {
  return [...addresses(sources), ...sources.routes()].sort().join('\n');
}

function addresses({ interfaces }: PathSources): readonly string[] {
  try {
    return Object.entries(interfaces()).flatMap(([name, infos = []]) =>
      infos.filter(leadsOut).map(({ address, netmask }) => `${name} ${address} ${netmask}`),
    );
  } catch {
    return [];
  }
}

/** False for link-local addresses, which come and go while the way out stays. */
function leadsOut({ internal, address }: NetworkInterfaceInfo): boolean {
  return !internal && !/^(169\.254\.|fe[89ab])/i.test(address);
}
