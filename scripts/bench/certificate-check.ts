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
} from '../../tests/support/certificate-loads.ts';
import { authoritiesOf } from '../../tests/support/certificate-verdict.ts';
import { atMost, rowOf, type Row } from './support/row.ts';
import { repeated, timed } from './support/statistics.ts';

/** One frame at 60 Hz for the work of every login; for an attack, a delay too short to be called a hang. */
const HONEST_MS = 16;
const WORST_MS = 250;

export async function certificateCheck(runs: number): Promise<readonly Row[]> {
  const worst = [
    domainLoad(1000, 250),
    directoryLoad(600, 400),
    marksLoad(4, 30, 250),
    crossedLoad(5),
  ];
  const rows: Row[] = [];
  for (const [at, load] of [honestLoad(), ...worst, signaturesLoad(100)].entries()) {
    const chain = load.chain.map(({ pem }) => pem);
    const authorities = authoritiesOf(load.authorities.map(({ pem }) => pem).join(''));
    const request = { chain, hostname: LOAD_HOST, authorities, now: new Date() };
    const times = await repeated(runs, 1, () => timed(async () => checkCertificate(request)));
    const kilobytes = (chain.reduce((sum, { length }) => sum + length, 0) * 0.75) / 1000;
    const note = `${chain.length} certificates, ${kilobytes.toFixed(0)} KB, checked in Node`;
    const goal = atMost(at === 0 ? HONEST_MS : WORST_MS);
    rows.push(rowOf(`certificates: ${load.name}`, times, note, goal));
  }
  return rows;
}
