import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { writeConfig } from '../../../lab/written-config.ts';
import {
  issue,
  makeAuthority,
  makeSelfSigned,
  type Issued,
} from '../../support/certificates/certificates.ts';
import { personAt } from '../../../lab/person.ts';
import type { Trust, NetworkPath } from '../../../scripts/docs/network-matrix.ts';
import { startMiddlebox, startTlsFront, type Front } from './fronts.ts';
import { startPac, startProxy, type ProxyOptions, type TestProxy } from './proxies.ts';

/** A configuration's target, and the proxy variables of the program's environment. */
export type NetworkRoute = Readonly<{
  baseUrl: string;
  service: Readonly<Record<string, unknown>>;
  /**
   * With a home whose database has the authority that the system trusts: `homeThatTrusts`, where it
   * is needed.
   */
  env: NodeJS.ProcessEnv;
}>;

/** The login that the proxy accepts. */
export const PROXY_LOGIN = { username: 'proxy-user', password: 'proxy päss%' } as const;

/** A name that no resolver knows: only a proxy leads there. */
const HOST = 'mfa.gatehouse.test';
const DAY_MS = 86_400_000;

type Closing = Readonly<{ close: () => Promise<void> }>;

/**
 * A home with an NSS database that trusts an authority: Chromium on Linux takes it for one of the
 * system's.
 */
export function homeThatTrusts({ pem }: Issued): NodeJS.ProcessEnv {
  const home = makeSandboxFolder('home-');
  writeFileSync(join(home, 'authority.pem'), pem);
  const script = join(import.meta.dirname, 'trust.py');
  execFileSync('python3', [script, join(home, '.pki', 'nssdb'), join(home, 'authority.pem')]);
  const name = requireElectron().sandboxUser === null ? 'HOME' : 'GATEHOUSE_RUNNER_HOME';
  return { [name]: prepareForSandboxUser(home), XDG_CONFIG_HOME: undefined };
}

/** Everything that can stand between the program and the emulator, started as it is needed. */
export function networkPlaces() {
  const opened: Closing[] = [];
  const proxies: TestProxy[] = [];
  const authority = makeAuthority({ commonName: 'Company Root' });
  const known = makeAuthority({ commonName: 'Root of the System' });
  const stranger = makeAuthority({ commonName: 'Unknown Root' });
  const inspector = makeAuthority({ commonName: 'Inspection Box' });
  const names = [HOST, 'localhost', '127.0.0.1'];
  const servers: Readonly<Record<Trust, Issued>> = {
    'authority-in-file': issue(authority, { names }),
    'authority-of-system': issue(known, { names }),
    'authority-elsewhere': issue(stranger, { names }),
    'self-signed': makeSelfSigned({ commonName: 'Only Myself', names }),
    'other-name': issue(authority, { names: ['portal.example.test'] }),
    expired: issue(authority, {
      names,
      notBefore: new Date(Date.now() - 30 * DAY_MS),
      notAfter: new Date(Date.now() - DAY_MS),
    }),
    intercepted: issue(inspector, { names }),
  };
  const issuers: Readonly<Record<Trust, string>> = {
    'authority-in-file': 'Company Root',
    'authority-of-system': 'Root of the System',
    'authority-elsewhere': 'Unknown Root',
    'self-signed': 'Only Myself',
    'other-name': 'Company Root',
    expired: 'Company Root',
    intercepted: 'Inspection Box',
  };
  let emulator: Emulator | null = null;
  const running = (): Emulator => {
    if (!emulator) throw new Error('the emulator does not run');
    return emulator;
  };
  const person = () => personAt(running().url);

  const keep = <Thing extends Closing>(thing: Thing): Thing => {
    opened.push(thing);
    return thing;
  };
  const proxyTo = async (
    front: Front,
    options: Omit<ProxyOptions, 'target'> = {},
  ): Promise<TestProxy> => {
    const proxy = keep(
      await startProxy({ ...options, target: { host: '127.0.0.1', port: front.port } }),
    );
    proxies.push(proxy);
    return proxy;
  };

  async function to(path: NetworkPath, trust: Trust): Promise<NetworkRoute> {
    const port = Number(new URL(running().url).port);
    const middleboxes = {
      'middlebox-without-upgrade': { dropUpgrade: true },
      'middlebox-that-buffers': { buffer: true },
      'middlebox-that-cuts': { cutAfterMs: 2000 },
    } as const;
    const middlebox = keep(
      await startMiddlebox(
        { port },
        path in middleboxes ? middleboxes[path as keyof typeof middleboxes] : {},
      ),
    );
    const front = keep(
      await startTlsFront(middlebox, { key: servers[trust].key, cert: servers[trust].pem }),
    );
    const here = `https://127.0.0.1:${String(front.port)}`;
    const there = `https://${HOST}`;
    const direct = (service: object = {}): NetworkRoute => ({
      baseUrl: here,
      service: { proxy: 'direct', ...service },
      // Only Electron needs a home.
      get env() {
        return trust === 'authority-of-system' ? homeThatTrusts(known) : {};
      },
    });
    const by = (proxy: string, env: NodeJS.ProcessEnv = {}): NetworkRoute => ({
      baseUrl: there,
      service: { proxy },
      env,
    });
    switch (path) {
      case 'proxy':
        return by((await proxyTo(front)).url);
      case 'proxy-of-the-system': {
        const { url } = await proxyTo(front);
        return by('system', { https_proxy: url, http_proxy: url });
      }
      case 'proxy-script': {
        const { url } = await proxyTo(front);
        const script = `function FindProxyForURL() { return 'PROXY ${new URL(url).host}'; }`;
        return by('system', { auto_proxy: keep(await startPac(script)).url });
      }
      case 'proxy-with-login':
      case 'proxy-with-wrong-login':
      case 'proxy-with-unanswered-login':
        return by((await proxyTo(front, { login: PROXY_LOGIN })).url);
      case 'proxy-with-login-of-the-system':
      case 'proxy-with-wrong-login-of-the-system': {
        const url = new URL((await proxyTo(front, { login: PROXY_LOGIN })).url);
        url.username = PROXY_LOGIN.username;
        url.password = path === 'proxy-with-login-of-the-system' ? PROXY_LOGIN.password : 'wrong';
        return by('system', { https_proxy: url.href, http_proxy: url.href });
      }
      case 'proxy-with-untrusted-certificate': {
        const { port: behind } = new URL((await proxyTo(front)).url);
        const { key, pem } = servers['authority-elsewhere'];
        const secured = keep(await startTlsFront({ port: Number(behind) }, { key, cert: pem }));
        return by(`https://127.0.0.1:${String(secured.port)}`);
      }
      case 'proxy-that-refuses':
        return by((await proxyTo(front, { refuse: 403 })).url);
      case 'proxy-that-is-gone':
        return by('http://127.0.0.1:2');
      case 'nothing':
      case 'middlebox-without-upgrade':
      case 'middlebox-that-buffers':
      case 'middlebox-that-cuts':
        return direct();
    }
  }

  return {
    host: HOST,
    person,
    open: async (): Promise<void> => {
      emulator = await startEmulator();
    },
    close: async (): Promise<void> => {
      for (const thing of opened.reverse()) await thing.close();
      await emulator?.close();
    },
    to,
    /** The text of `service.caFile`, and what the system trusts, in PEM. */
    authority: authority.pem,
    systemTrusts: known.pem,
    /** The service, without an address. */
    service: () => {
      const { systemToken, secretKey } = running();
      return { systemToken, secretKey };
    },
    issuerOf: (trust: Trust): string => issuers[trust],
    askedOfProxies: (): readonly string[] => proxies.flatMap((proxy) => proxy.asked()),
    /** Writes a configuration that leads to a place; the authority lies in a file beside it. */
    config: (place: NetworkRoute, service: Readonly<Record<string, unknown>>): string => {
      return writeConfig(
        { ...running(), url: place.baseUrl },
        { service: { caFile: 'authorities.pem', ...place.service, ...service } },
        { beside: { 'authorities.pem': authority.pem } },
      );
    },
    deliveries: async (user: string): Promise<number> => (await person().outbox(user)).length,
    /** Approves the next push, if there is one. */
    approveNext: (user: string, after: number): Readonly<{ stop: () => void }> => {
      let isStopped = false;
      const approve = async (): Promise<void> => {
        while (!isStopped) {
          const newest = (await person().outbox(user)).slice(after).at(-1);
          if (newest) {
            await person().approve(newest.tid);
            return;
          }
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      approve().catch(() => undefined);
      return {
        stop: () => {
          isStopped = true;
        },
      };
    },
  };
}
