/** The time that a chain check takes in the main process: an honest chain, and the worst within the limits. */
import { checkCertificate } from '../../electron/certificates/x509/check.ts';
import {
  crossedLoad,
  domainLoad,
  directoryLoad,
  honestLoad,
  LOAD_HOST,
  marksLoad,
  signaturesLoad,
  type Load,
} from '../../tests/support/certificate-loads.ts';
import { authoritiesOf } from '../../tests/support/certificate-verdict.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';
import { repeated } from './support/statistics.ts';

/** One frame at 60 Hz for the work of every login; for an attack, a delay too short to be called a hang. */
const HONEST: Budget = { of: 'median', over: 'nothing', most: 16 };
const WORST: Budget = { of: 'median', over: 'nothing', most: 250 };

export async function certificateCheck(runs: number): Promise<readonly Row[]> {
  const loads: readonly (readonly [Load, Budget])[] = [
    [honestLoad(), HONEST],
    [domainLoad(1000, 250), WORST],
    [directoryLoad(600, 400), WORST],
    [marksLoad(4, 30, 250), WORST],
    [crossedLoad(5), WORST],
    [signaturesLoad(100), WORST],
  ];
  const rows: Row[] = [];
  for (const [load, budget] of loads) rows.push(await timesOf(load, budget, runs));
  return rows;
}

async function timesOf({ name, authorities, chain }: Load, budget: Budget, runs: number): Promise<Row> {
  const request = {
    chain: chain.map(({ pem }) => pem),
    hostname: LOAD_HOST,
    authorities: authoritiesOf(authorities.map(({ pem }) => pem).join('')),
    now: new Date(),
  };
  const times = await repeated(runs, 1, async () => {
    const begun = performance.now();
    await checkCertificate(request);
    return performance.now() - begun;
  });
  const bytes = request.chain.reduce((sum, { length }) => sum + length, 0) * 0.75;
  const note = `${chain.length} certificates, ${(bytes / 1000).toFixed(0)} KB, checked in Node`;
  return rowOf(`certificates: ${name}`, times, note, { budget });
}
