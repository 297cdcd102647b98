import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { routes } from './linux/routes.ts';

export type PathSources = Readonly<{
  /** May throw, where the system does not tell them. */
  interfaces: typeof networkInterfaces;
  /** One line each; empty where they cannot be read. */
  routes: () => readonly string[];
}>;

/** Elsewhere than on Linux a change of the routes alone is not seen: Node has no list of them. */
const COMPUTER: PathSources = {
  interfaces: networkInterfaces,
  routes: () => (process.platform === 'linux' ? routes() : []),
};

/**
 * This computer's side of every network path: the addresses of its interfaces, and its routes. The text is another one
 * after a change of address, interface or route, such as by a VPN, another network or a docking station.
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

/** Addresses of a link alone come and go without the way out. */
function leadsOut({ internal, address }: NetworkInterfaceInfo): boolean {
  return !internal && !/^(169\.254\.|fe[89ab])/i.test(address);
}
