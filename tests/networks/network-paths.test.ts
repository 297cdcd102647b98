/**
 * Every network path of docs/networks.md in the real Electron: the result of a login over each
 * transport, and the doctor's diagnosis.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { ERROR_CATALOG } from '../../shared/outcomes/error-catalog.ts';
import { GateSitting, KEYS } from '../gate/support/pty.ts';
import { run } from '../../lab/child-program.ts';
import {
  PROXY_ROWS,
  TRUST_ROWS,
  type End,
  type NetworkPath,
  type TrustRow,
} from '../../scripts/docs/network-matrix.ts';
import { here, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check } from '../support/bench/login.ts';
import { networkPlaces, PROXY_LOGIN, type NetworkRoute } from './support/places.ts';
import { enTerminal } from '../support/strings.ts';
import { sampled } from '../support/random/sampled.ts';

const USER = 'push-only';
/** Answers typed at the proxy's prompt; the other paths run without a terminal. */
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
  'proxy-with-login-of-the-system',
  'proxy-with-wrong-login-of-the-system',
  'proxy-with-wrong-login',
  'proxy-with-unanswered-login',
  'proxy-that-refuses',
];

const TRANSPORTS = {
  polling: ['polling'],
  websocket: ['websocket'],
  both: ['polling', 'websocket'],
} as const;

describe.skipIf(skipped !== '')(
  `network paths to the service${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const places = networkPlaces();
    beforeAll(places.open);
    afterAll(places.close);

    describe.each(PROXY_ROWS)('$description', ({ path, description, ...ends }) => {
      it.each(sampled(['both', 'polling', 'websocket'] as const, 1))(
        `ends a login over %s as docs/networks.md says of the path: ${description}`,
        async (transport) => {
          const place = await places.to(path, 'authority-in-file');
          const passwords = TYPED[path];
          const before = places.askedOfProxies().length;
          if (passwords === undefined)
            await expectEnd(place, TRANSPORTS[transport], ends[transport]);
          else await expectTypedEnd(place, TRANSPORTS[transport], ends[transport], passwords);
          const asked = new Set(places.askedOfProxies().slice(before));
          // No request bypasses a configured proxy, and the proxy gets no other request.
          expect(asked).toEqual(
            new Set(BY_PROXY.includes(path) ? [`CONNECT ${places.host}:443`] : []),
          );
        },
      );
    });

    it.each(sampled(PROXY_ROWS, 3))(
      'reports what docs/networks.md says by the doctor on the path: $description',
      async ({ path, doctor }) => {
        expect((await doctorAt(await places.to(path, 'authority-in-file'))).first).toBe(doctor);
      },
    );

    describe.each(TRUST_ROWS)('a certificate of: $description', (row) => {
      const { description, end } = row;

      it.each(sampled(['polling', 'websocket'] as const, 1))(
        `ends a login over %s as docs/networks.md says of the certificate: ${description} (SEC-33, SEC-100)`,
        async (transport) => {
          await expectEnd(await trusting(row), TRANSPORTS[transport], end);
        },
      );
    });

    it.each(sampled(TRUST_ROWS, 2))(
      'reports what docs/networks.md says and the issuer by the doctor, at the certificate: $description (SEC-33, SEC-100)',
      async (row) => {
        const report = await doctorAt(await trusting(row));
        expect(report.first).toBe(row.doctor);
        const certificate = report.findings.find(({ check }) => check === 'certificate');
        expect(certificate?.evidence).toContain(places.issuerOf(row.trust));
      },
    );

    async function trusting({ trust, authorities }: TrustRow): Promise<NetworkRoute> {
      const place = await places.to('nothing', trust);
      return authorities === undefined
        ? place
        : { ...place, service: { ...place.service, authorities } };
    }

    async function expectEnd(
      place: NetworkRoute,
      transports: readonly string[],
      end: End,
    ): Promise<void> {
      const { env } = place;
      const on = here({
        person: places.person,
        config: () => places.config(place, { realtime: { transports } }),
      });
      const login = check(on).as(USER).under({ env }).approve();
      if (end === 'in') {
        await login.ends('confirmed');
        return;
      }
      const { outcome, reason } = ERROR_CATALOG[end];
      const { stderr } = await login.ends(outcome, reason);
      expect(stderr).toContain(`gatehouse: ${end} (`);
    }

    /** The same at a terminal, with answers to the proxy's prompt. */
    async function expectTypedEnd(
      place: NetworkRoute,
      transports: readonly string[],
      end: End,
      passwords: readonly string[],
    ): Promise<void> {
      const config = places.config(place, { realtime: { transports } });
      const from = await places.deliveries(USER);
      const argv = ['check', '--user', USER, '--method', 'push'];
      const at = new GateSitting(argv, { config, env: place.env });
      const approval = places.approveNext(USER, from);
      try {
        for (const password of passwords) {
          await at.answer('Username for the proxy: ', PROXY_LOGIN.username);
          await at.asksHidden('Password for the proxy');
          at.line(password);
        }
        if (end !== 'in') {
          await at.shows(enTerminal.formatMessage('proxy.refused'));
          await at.shows('Username for the proxy: ');
          at.keys(KEYS.end);
        }
        const { shown } = await at.ended;
        expect(shown).not.toContain(passwords[0]);
        const expected =
          end === 'in'
            ? { outcome: 'confirmed' }
            : { outcome: 'misconfigured', reason: 'proxy-login' };
        expect(at.status(), shown).toMatchObject(expected);
      } finally {
        approval.stop();
        await at.remove();
      }
    }

    async function doctorAt(place: NetworkRoute): Promise<DoctorReport> {
      const command = [LAUNCHER, 'doctor', '--json', '--config', places.config(place, {})] as const;
      const { stdout, code } = await run([...command], { env: place.env });
      const report = JSON.parse(stdout.toString()) as DoctorReport;
      expect(code).toBe(report.exitCode);
      return report;
    }
  },
);
