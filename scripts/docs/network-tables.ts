/**
 * The tables of docs/networks.md: the network paths and certificates that `tests/networks` goes
 * through, and the diagnoses.
 */
import { DIAGNOSES, DIAGNOSIS_CODES } from '../../shared/doctor/report.ts';
import { doctorStrings } from '../../shared/strings/doctor-strings.ts';
import { messagesOf } from '../../shared/strings/messages.ts';
import { PROXY_ROWS, TRUST_ROWS } from './network-matrix.ts';
import { compiledMessages } from '../build/messages.ts';
import { code, table } from '../lib/markdown.ts';

const inEnglish = doctorStrings(messagesOf('en', compiledMessages('en', 'doctor')), 'window');

const end = (text: string) => (text === 'in' ? 'succeeds' : code(text));
const saying = (text: string | null) => (text === null ? 'all is well' : code(text));

/**
 * The obstacle in the path, and the outcome of a login; over one transport alone where that
 * differs.
 */
export function networkPathTable() {
  return table(
    ['Between here and the service', 'A login', 'The doctor says first', 'In plain Node'],
    PROXY_ROWS.map(({ description, both, polling, websocket, node, doctor }) => {
      const exceptions = Object.entries({ polling, websocket })
        .filter(([, alone]) => alone !== both)
        .map(([transport, alone]) => `, with ${transport} alone ${end(alone)}`);
      return [description, end(both) + exceptions.join(''), saying(doctor), end(node)];
    }),
  );
}

/** The certificate, and the outcome of a login. */
export function certificateTable() {
  return table(
    ['The certificate of the service is from', 'A login', 'The doctor says first'],
    TRUST_ROWS.map(({ description, end: to, doctor }) => [description, end(to), saying(doctor)]),
  );
}

/** Every diagnosis. */
export function diagnosisTable() {
  return table(
    ['Code', 'Exit code', 'Finding'],
    DIAGNOSIS_CODES.filter((name) => !['well', 'not-tried'].includes(name)).map((name) => [
      code(name),
      String(DIAGNOSES[name].exitCode),
      inEnglish.findings[name].found,
    ]),
  );
}
