import {
  CHECKS,
  DIAGNOSES,
  reportOf,
  type CheckName,
  type DiagnosisCode,
  type DoctorReport,
  type Finding,
} from '../../../shared/doctor/report.ts';

/**
 * Reports of the doctor for tests and the pictures of the documents. Those with a picture are the
 * doctor's real reports of such a network: tests/unit/electron/doctor/pictured-reports.test.ts.
 */

type Found = readonly [code: DiagnosisCode, tried?: string, evidence?: string];

const SERVICE = 'mfa.northwind.example';

/** A report names the display only where it is wrong. */
const USUAL = CHECKS.filter((check) => check !== 'display');
const HEALTHY: Readonly<Record<(typeof USUAL)[number], Found>> = {
  configuration: ['well', '/etc/gatehouse/config.json'],
  'key-store': ['well', 'gnome_libsecret', 'ticket key kept'],
  name: ['well', SERVICE, '192.0.2.7, 2001:db8::7'],
  connection: ['well', `${SERVICE}:443`],
  proxy: ['no-proxy'],
  certificate: ['well', SERVICE, 'issued by "Northwind Root 3"'],
  answer: ['well', `POST https://${SERVICE}/api/transaction/init`, 'HTTP 400'],
  'sign-in': ['well'],
  clock: ['well'],
  credentials: ['well', `POST https://${SERVICE}/api/app/init`, 'OK'],
  polling: ['well', `https://${SERVICE}/ws/socket.io/`, '310 ms'],
  websocket: ['well', `wss://${SERVICE}/ws/socket.io/`, '120 ms'],
  generation: ['well', 'service.realtime.protocol: auto', 'engine.io 4'],
};

/** A report in which all checks are well except the given ones. */
function reportWith(found: Partial<Readonly<Record<CheckName, Found>>>): DoctorReport {
  const findings = USUAL.map((check): Finding => {
    const [code, tried = '', evidence = ''] = found[check] ?? HEALTHY[check];
    return { check, code, verdict: DIAGNOSES[code].verdict, tried, evidence };
  });
  return reportOf(findings, new Date('2031-05-14T09:26:00Z'), 4200);
}

const notTried = (...checks: readonly CheckName[]): Partial<Record<CheckName, Found>> =>
  Object.fromEntries(checks.map((check) => [check, ['not-tried'] as const]));

const NO_ANSWER = notTried(
  'answer',
  'sign-in',
  'clock',
  'credentials',
  'polling',
  'websocket',
  'generation',
);

export const REPORTS = {
  healthy: reportWith({}),
  secret: reportWith({
    credentials: [
      'secret-wrong',
      `POST https://${SERVICE}/api/app/init`,
      'InvalidSignatureException 9',
    ],
  }),
  name: reportWith({
    ...NO_ANSWER,
    ...notTried('connection', 'certificate'),
    name: ['name-not-found', SERVICE, 'ENOTFOUND'],
  }),
  websocket: reportWith({
    websocket: ['websocket-blocked', `wss://${SERVICE}/ws/socket.io/`, 'closed (1006)'],
  }),
  proxy: reportWith({
    ...NO_ANSWER,
    ...notTried('certificate'),
    name: ['name-at-proxy', SERVICE],
    connection: ['well', 'proxy.northwind.example:3128'],
    proxy: [
      'proxy-login-required',
      'PROXY proxy.northwind.example:3128',
      'ERR_TUNNEL_CONNECTION_FAILED ("proxy.northwind.example:3128")',
    ],
  }),
  unknown: reportWith({
    'key-store': ['key-store-unprotected', 'basic_text'],
    clock: ['clock-unknown'],
    credentials: [
      'credentials-unknown',
      `POST https://${SERVICE}/api/transaction/init`,
      'HTTP 503',
    ],
  }),
} as const satisfies Readonly<Record<string, DoctorReport>>;
