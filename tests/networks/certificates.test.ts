/** Every certificate of docs/networks.md in the real Electron: what a login over each transport comes to, and what the doctor says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipped } from '../gate/support/gate.ts';
import { TRUST_ROWS } from './matrix.ts';
import { networkPlaces } from './support/places.ts';
import { doctorAt, expectEnd, TRANSPORTS } from './support/tries.ts';

describe.skipIf(skipped !== '')(`certificates of the service${skipped && ` (skipped: ${skipped})`}`, () => {
  const places = networkPlaces();
  beforeAll(places.open);
  afterAll(places.close);

  describe.each(TRUST_ROWS)('SEC-33 a certificate of: $description', ({ trust, end, doctor }) => {
    it.each(['polling', 'websocket'] as const)('over %s', async (transport) => {
      await expectEnd(places, await places.to('nothing', trust), TRANSPORTS[transport], end);
    });

    it(`the doctor says: ${doctor ?? 'all is well'}, and who issued it`, async () => {
      const report = await doctorAt(places, await places.to('nothing', trust));
      expect(report.first).toBe(doctor);
      const certificate = report.findings.find(({ check }) => check === 'certificate');
      expect(certificate?.evidence).toContain(places.issuerOf(trust));
    });
  });
});
