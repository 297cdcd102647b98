/** Every way of docs/networks.md in the real Electron: what a login over each transport comes to, and what the doctor says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { ERROR_CATALOG } from '../../shared/errors/error-catalog.ts';
import { verdictSchema } from '../../shared/gate/verdict.ts';
import { LAUNCHER, skipped } from '../gate/support/gate.ts';
import { run } from '../gate/support/program.ts';
import { networkPlaces, type Place } from './support/places.ts';
import { PROXY_ROWS, TRUST_ROWS, type End } from './matrix.ts';

const USER = 'push-only';
const LOGIN = ['check', '--no-ui', '--json', '--user', USER, '--method', 'push', '--timeout', '25'];
/** Nobody can type a login here; that one is gone in the window (tests/e2e/proxy-login.spec.ts). */
const ASKED = 'proxy-with-login';

const TRANSPORTS = {
  polling: ['polling'],
  websocket: ['websocket'],
  both: ['polling', 'websocket'],
} as const;

describe.skipIf(skipped !== '')(`ways to the service${skipped && ` (skipped: ${skipped})`}`, () => {
  const places = networkPlaces();
  beforeAll(places.open);
  afterAll(places.close);

  describe.each(PROXY_ROWS.filter(({ way }) => way !== ASKED))('$words', ({ way, doctor, ...ends }) => {
    it.each(['polling', 'websocket', 'both'] as const)('over %s', async (transport) => {
      const place = await places.to(way, 'authority-in-file');
      await expectEnd(place, TRANSPORTS[transport], ends[transport]);
    });

    it(`the doctor says: ${doctor ?? 'all is well'}`, async () => {
      expect((await doctorAt(await places.to(way, 'authority-in-file'))).first).toBe(doctor);
    });
  });

  describe.each(TRUST_ROWS)('SEC-33 a certificate of: $words', ({ trust, end, doctor }) => {
    it.each(['polling', 'websocket'] as const)('over %s', async (transport) => {
      await expectEnd(await places.to('nothing', trust), TRANSPORTS[transport], end);
    });

    it(`the doctor says: ${doctor ?? 'all is well'}, and who issued it`, async () => {
      const report = await doctorAt(await places.to('nothing', trust));
      expect(report.first).toBe(doctor);
      const certificate = report.findings.find(({ check }) => check === 'certificate');
      expect(certificate?.evidence).toContain(places.issuerOf(trust));
    });
  });

  it('a proxy is used for everything where it is to be', async () => {
    const place = await places.to('proxy', 'authority-in-file');
    const before = places.askedOfProxies().length;
    await expectEnd(place, TRANSPORTS.websocket, 'in');
    const asked = places.askedOfProxies().slice(before);
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked)).toEqual(new Set([`CONNECT ${places.host}:443`]));
  });

  async function expectEnd(place: Place, transports: readonly string[], end: End): Promise<void> {
    const config = places.config(place, { realtime: { transports } });
    const from = await places.deliveries(USER);
    const login = run([LAUNCHER, ...LOGIN, '--config', config], { env: place.env });
    const approval = places.approveNext(USER, from);
    const { code, stdout, stderr } = await login;
    approval.stop();
    const verdict = verdictSchema.parse(JSON.parse(stdout.toString()));
    if (end === 'in') {
      expect(verdict, stderr).toMatchObject({ outcome: 'confirmed' });
      expect(code).toBe(0);
      return;
    }
    expect(verdict, stderr).toMatchObject({
      outcome: ERROR_CATALOG[end].outcome,
      reason: ERROR_CATALOG[end].reason,
    });
    expect(stderr).toContain(`gatehouse: ${end} (`);
  }

  async function doctorAt(place: Place): Promise<DoctorReport> {
    const command = [LAUNCHER, 'doctor', '--json', '--config', places.config(place, {})] as const;
    const { stdout, code } = await run([...command], { env: place.env });
    const report = JSON.parse(stdout.toString()) as DoctorReport;
    expect(code).toBe(report.exitCode);
    return report;
  }
});
