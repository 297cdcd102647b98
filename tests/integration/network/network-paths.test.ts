/**
 * Every network path and certificate of docs/networks.md, over the port in plain Node: the result
 * of a login.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { noWebSocket } from '../../../electron/network/no-websocket.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import { proxyLoginsOf } from '../../../electron/network/proxy-variables.ts';
import {
  PROXY_ROWS,
  TRUST_ROWS,
  type End,
  type NetworkPath,
} from '../../../scripts/docs/network-matrix.ts';
import { networkPlaces, PROXY_LOGIN, type NetworkRoute } from '../../networks/support/places.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { nodeNetworkTo, type TestNetwork } from '../../support/network/node-port.ts';

const USER = 'push-only';
/** Passwords that the person gives, one after the other. */
const GIVEN: Partial<Record<NetworkPath, readonly string[]>> = {
  'proxy-with-login': [PROXY_LOGIN.password],
  'proxy-with-wrong-login': ['wrong', 'wrong again'],
};
/** Where a proxy is to see everything that goes to the service. The PAC file is refused before. */
const BY_PROXY: readonly NetworkPath[] = [
  'proxy',
  'proxy-of-the-system',
  'proxy-with-login',
  'proxy-with-login-of-the-system',
  'proxy-with-wrong-login-of-the-system',
  'proxy-with-wrong-login',
  'proxy-with-unanswered-login',
  'proxy-that-refuses',
];

describe('a login in plain Node', () => {
  const places = networkPlaces();
  beforeAll(places.open);
  afterAll(places.close);

  it.each(PROXY_ROWS)('ends behind "$description" as docs/networks.md says', async (row) => {
    const place = await places.to(row.path, 'authority-in-file');
    const before = places.askedOfProxies().length;
    expect(await endOf(place, {}, GIVEN[row.path])).toBe(row.node);
    // No request bypasses a configured proxy, and the proxy gets no other request.
    expect(new Set(places.askedOfProxies().slice(before))).toEqual(
      new Set(BY_PROXY.includes(row.path) ? [`CONNECT ${places.host}:443`] : []),
    );
  });

  it.each(TRUST_ROWS)(
    'ends at a certificate of "$description" as docs/networks.md says (SEC-33, SEC-100)',
    async ({ trust, authorities, end }) => {
      const place = await places.to('nothing', trust);
      const trustMode = authorities ?? 'system-and-file';
      expect(await endOf(place, { trustMode, systemTrusts: places.systemTrusts })).toBe(end);
    },
  );

  it.each(TRUST_ROWS)(
    'knows the issuer of "$description", for the doctor',
    async ({ trust, authorities }) => {
      const place = await places.to('nothing', trust);
      const trustMode = authorities ?? 'system-and-file';
      const network = await nodeNetworkTo(place.baseUrl, {
        caFile: places.authority,
        systemTrusts: places.systemTrusts,
        trustMode,
      });
      await network.http({
        method: 'GET',
        url: `${place.baseUrl}/`,
        headers: {},
        body: null,
        timeoutMs: 20_000,
        maxBytes: 1_000_000,
        signal: new AbortController().signal,
      });
      const host = new URL(place.baseUrl).hostname;
      expect(network.observedCertificates.of(host)?.issuer).toBe(places.issuerOf(trust));
    },
  );

  async function endOf(
    place: NetworkRoute,
    changes: TestNetwork,
    passwords: readonly string[] = [],
  ): Promise<End> {
    const { baseUrl, service } = place;
    // A direct path's has Electron's home alone.
    const env = service['proxy'] === 'direct' ? {} : place.env;
    const proxyLogins = new ProxyLogins(proxyLoginsOf(env));
    const { http } = await nodeNetworkTo(baseUrl, {
      caFile: places.authority,
      proxy: String(service['proxy']),
      environment: env,
      proxyLogins,
      ...changes,
    });
    const from = await places.deliveries(USER);
    const run = new LoginRun(
      { url: baseUrl, ...places.service() },
      { network: { http, webSocket: noWebSocket, proxyLogins } },
    );
    const approval = places.approveNext(USER, from);
    try {
      run.submitUsername(USER);
      for (const password of passwords) {
        const { proxy } = await run.screen('failed');
        proxyLogins.provide(proxy?.id ?? '', { username: PROXY_LOGIN.username, password });
        run.login.dispatch({ type: 'retry' });
        await run.until('the next attempt', ({ screen }) => screen !== 'failed');
      }
      const found = await run.until('methods or an end', isMoved);
      if (found.screen === 'methods') run.login.dispatch({ type: 'choose-method', method: 'push' });
      const end = await run.until('an end', ({ screen }) => ENDS.includes(screen));
      return end.screen === 'failed' ? end.code : 'in';
    } finally {
      approval.stop();
      run.close();
    }
  }
});

const ENDS: readonly LoginView['screen'][] = ['failed', 'succeeded'];

function isMoved({ screen }: LoginView): boolean {
  return screen === 'methods' || ENDS.includes(screen);
}
