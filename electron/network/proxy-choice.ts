import { BlockList, isIP } from 'node:net';
import { hostAndPort, withoutBrackets, type Proxy } from './route.ts';
import { urlOf } from './url-of.ts';

/**
 * The network path to an address, chosen without Chromium. `script`: a PAC file is configured.
 * `unreadable`: the setting or variable names no proxy; requests then fail, because they may not
 * take another path.
 */
export type ProxyChoice =
  | Readonly<{ kind: 'direct' }>
  | Readonly<{ kind: 'proxy'; proxy: Proxy }>
  | Readonly<{ kind: 'script' }>
  | Readonly<{ kind: 'unreadable' }>;

export type Environment = Readonly<Record<string, string | undefined>>;

const DIRECT: ProxyChoice = { kind: 'direct' };

/**
 * By the scheme of a proxy's URL: Chromium's name of it, and the default port, which `URL` omits or
 * does not know.
 */
const SCHEMES: Readonly<Record<string, Readonly<{ scheme: string; port: number }>>> = {
  'http:': { scheme: 'PROXY', port: 80 },
  'https:': { scheme: 'HTTPS', port: 443 },
  'socks:': { scheme: 'SOCKS5', port: 1080 },
  'socks4:': { scheme: 'SOCKS', port: 1080 },
  'socks4a:': { scheme: 'SOCKS', port: 1080 },
  'socks5:': { scheme: 'SOCKS5', port: 1080 },
  'socks5h:': { scheme: 'SOCKS5', port: 1080 },
};

/** @param setting `service.proxy`: `system` reads the environment */
export function proxyChoice(setting: string, environment: Environment, url: URL): ProxyChoice {
  if (setting === 'direct') return DIRECT;
  return setting === 'system' ? choiceOf(environment, url) : proxyAt(setting);
}

/**
 * In Chromium's form, such as `DIRECT` or `PROXY proxy.example.com:3128`; null for a choice without
 * such a form.
 */
export function proxyChoiceText(choice: ProxyChoice): string | null {
  if (choice.kind === 'direct') return 'DIRECT';
  if (choice.kind !== 'proxy') return null;
  const { scheme, hostname, port } = choice.proxy;
  return `${scheme} ${hostAndPort(hostname, port)}`;
}

/**
 * Reads the variables as curl does: small letters come first, and an empty variable counts as not
 * set. `HTTP_PROXY` is ignored, because a web server may set it from a header of a request
 * (CVE-2016-5385). As in Chromium, a PAC file comes before every variable, and addresses of this
 * computer need no proxy.
 */
function choiceOf(environment: Environment, url: URL): ProxyChoice {
  const valueOf = (...names: readonly string[]): string | undefined =>
    names.map((name) => environment[name]).find((value) => value !== undefined && value !== '');
  // Even empty it counts: Chromium then looks for a PAC file in the network.
  if (environment['auto_proxy'] !== undefined) return { kind: 'script' };
  const ofScheme = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy'];
  const value = valueOf(...ofScheme, 'all_proxy', 'ALL_PROXY');
  if (value === undefined || isLoopback(url)) return DIRECT;
  return isExcepted(url, valueOf('no_proxy', 'NO_PROXY') ?? '') ? DIRECT : proxyAt(value);
}

function proxyAt(value: string): ProxyChoice {
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  const known = SCHEMES[url?.protocol ?? ''];
  if (url === null || known === undefined || url.hostname === '') return { kind: 'unreadable' };
  const port = url.port === '' ? known.port : Number(url.port);
  const hostname = withoutBrackets(url.hostname).toLowerCase();
  return { kind: 'proxy', proxy: { scheme: known.scheme, hostname, port } };
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback({ hostname }: URL): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, '');
  return isIP(host) === 0 ? /^(.+\.)?localhost$/.test(host) : isIn(LOOPBACK, host);
}

/**
 * Whether `list`, the value of `no_proxy`, names the URL's host. An entry is a name, which includes
 * all names below it, an address or a range (`10.0.0.0/8`), each with or without a port. `*` names
 * every host.
 */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, '');
  const urlPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const exception = exceptionOf(entry);
      const isSamePort = exception.port === undefined || exception.port === urlPort;
      return isSamePort && isNamed(host, exception.name);
    });
}

function exceptionOf(entry: string): Readonly<{ name: string; port?: string | undefined }> {
  const [, bracketed, portBehind] = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { name: bracketed, port: portBehind };
  const [name = '', port, ...more] = entry.split(':');
  // More than one colon: an address or range of IPv6, which has no port here.
  return more.length > 0 ? { name: entry } : { name, port };
}

function isNamed(host: string, entry: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0) return isInRange(host, entry);
  const name = entry.replace(/^\*?\./, '').replace(/\.$/, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isInRange(host: string, entry: string): boolean {
  const [address = '', bits] = entry.split('/', 2);
  const family = isIP(address);
  if (family === 0) return false;
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(/^\d{1,3}$/.exec(bits)?.[0] ?? NaN);
  if (!(prefix >= 0 && prefix <= longest)) return false;
  const range = new BlockList();
  range.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return isIn(range, host);
}

function isIn(list: BlockList, host: string): boolean {
  return list.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
