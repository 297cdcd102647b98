import { readAuthorities } from '../../../electron/certificates/x509/check.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import type { HttpPort } from '../../../electron/network/http-port.ts';
import {
  openNodeNetwork,
  type NodeNetwork,
  type NodeNetworkOptions,
} from '../../../electron/node-api/node-network.ts';

/** The product's network in plain Node, and what stands around this computer in a test. */
export type TestNetwork = Readonly<{
  /** The text of `service.caFile`; left out, the setting is too. */
  caFile?: string;
  trustMode?: NodeNetworkOptions['trustMode'];
  proxy?: string;
  proxyLogins?: ProxyLogins;
  /** The system's authorities in PEM. Left out, it trusts nobody. */
  systemTrusts?: string;
  environment?: NodeNetworkOptions['system']['environment'];
  timers?: NonNullable<NodeNetworkOptions['timers']>;
}>;

/** Opens the network in front of a service. */
export function nodeNetworkTo(baseUrl: string, network: TestNetwork = {}): Promise<NodeNetwork> {
  const { caFile, trustMode = 'system-and-file', proxy = 'direct', timers } = network;
  const { proxyLogins = new ProxyLogins(), systemTrusts = '', environment = {} } = network;
  const read = caFile === undefined ? null : readAuthorities(caFile, new Date());
  if (read?.ok === false) throw new Error(`the file of authorities ${read.error}`);
  return openNodeNetwork({
    baseUrl,
    proxy,
    caFileAuthorities: read?.value ?? null,
    trustMode,
    proxyLogins,
    system: { authorities: () => systemTrusts, environment },
    ...(timers === undefined ? {} : { timers }),
  });
}

/** Its port at once: requests wait for the network. */
export function nodeHttpTo(baseUrl: string, network: TestNetwork = {}): HttpPort {
  const opened = nodeNetworkTo(baseUrl, network);
  return async (request) => (await opened).http(request);
}
