/** Every network path of docs/networks.md in the real Electron: what a login over each transport comes to, and what the doctor says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enProxyLogin } from '../../shared/strings/en-proxy-login.ts';
import { skipped } from '../gate/support/gate.ts';
import { GateSitting, KEYS } from '../gate/support/pty.ts';
import { PROXY_ROWS, type End, type NetworkPath } from './matrix.ts';
import { networkPlaces, PROXY_LOGIN, type Place } from './support/places.ts';
import { doctorAt, expectEnd, TRANSPORTS, USER } from './support/tries.ts';

/** What is typed where a proxy asks; nobody is there to type anything on the other paths. */
const TYPED: Partial<Record<NetworkPath, readonly string[]>> = {
  'proxy-with-login': [PROXY_LOGIN.password],
  'proxy-with-wrong-login': ['wrong', 'wrong again'],
};
/** Where a proxy is to see everything that goes to the service, and the names that it is asked for. */
const BY_PROXY: readonly NetworkPath[] = [
  'proxy',
  'proxy-of-the-system',
  'proxy-script',
  'proxy-with-login',
  'proxy-with-wrong-login',
  'proxy-with-unanswered-login',
  'proxy-that-refuses',
];

describe.skipIf(skipped !== '')(`network paths to the service${skipped && ` (skipped: ${skipped})`}`, () => {
  const places = networkPlaces();
  beforeAll(places.open);
  afterAll(places.close);

  describe.each(PROXY_ROWS)('$description', ({ path, doctor, ...ends }) => {
    it.each(['polling', 'websocket', 'both'] as const)('over %s', async (transport) => {
      const place = await places.to(path, 'authority-in-file');
      const passwords = TYPED[path];
      const before = places.askedOfProxies().length;
      if (passwords === undefined) await expectEnd(places, place, TRANSPORTS[transport], ends[transport]);
      else await expectTypedEnd(place, TRANSPORTS[transport], ends[transport], passwords);
      const asked = new Set(places.askedOfProxies().slice(before));
      // Nothing goes past a proxy that is to be used, and nothing else is asked of it.
      expect(asked).toEqual(new Set(BY_PROXY.includes(path) ? [`CONNECT ${places.host}:443`] : []));
    });

    it(`the doctor says: ${doctor ?? 'all is well'}`, async () => {
      expect((await doctorAt(places, await places.to(path, 'authority-in-file'))).first).toBe(doctor);
    });
  });

  /** A login with somebody at a terminal, who answers the proxy. */
  async function expectTypedEnd(
    place: Place,
    transports: readonly string[],
    end: End,
    passwords: readonly string[],
  ): Promise<void> {
    const config = places.config(place, { realtime: { transports } });
    const from = await places.deliveries(USER);
    const argv = ['check', '--user', USER, '--method', 'push', '--timeout', '25'];
    const at = new GateSitting(argv, { config, env: place.env });
    const approval = places.approveNext(USER, from);
    try {
      for (const password of passwords) {
        await at.answer('Username for the proxy: ', PROXY_LOGIN.username);
        await at.asksHidden('Password for the proxy');
        at.line(password);
      }
      if (end !== 'in') {
        await at.shows(enProxyLogin.refused);
        await at.shows('Username for the proxy: ');
        at.keys(KEYS.end);
      }
      const { shown } = await at.ended;
      expect(shown).not.toContain(passwords[0]);
      const expected =
        end === 'in' ? { outcome: 'confirmed' } : { outcome: 'misconfigured', reason: 'proxy-login' };
      expect(at.status(), shown).toMatchObject(expected);
    } finally {
      approval.stop();
      await at.remove();
    }
  }
});
