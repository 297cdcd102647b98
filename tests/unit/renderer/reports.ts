import {
  CHECKS,
  DIAGNOSES,
  reportOf,
  type CheckName,
  type DiagnosisCode,
  type DoctorReport,
  type Finding,
} from '../../../shared/doctor/report.ts';

/** Reports of the doctor for tests and for the gallery. */

type Found = readonly [code: DiagnosisCode, tried?: string, evidence?: string];

const HEALTHY: Readonly<Record<CheckName, Found>> = {
  configuration: ['well', '/etc/gatehouse/config.json'],
  'key-store': ['well', 'gnome-libsecret'],
  name: ['well', 'mfa.northwind.example', '192.0.2.17'],
  connection: ['well', 'mfa.northwind.example:443', '24 ms'],
  proxy: ['no-proxy', 'https://mfa.northwind.example', 'DIRECT'],
  certificate: ['well', 'mfa.northwind.example', 'issuer “Northwind Root 3”, until 2032-01-04'],
  answer: ['well', 'https://mfa.northwind.example/app/', 'HTTP 200'],
  'sign-in': ['well', 'https://mfa.northwind.example/app/', 'HTTP 200'],
  clock: ['well', '', '1 s'],
  credentials: ['well', 'https://mfa.northwind.example/app/init', 'AccountException 4'],
  polling: ['well', 'https://mfa.northwind.example/ws/socket.io/', '310 ms'],
  websocket: ['well', 'wss://mfa.northwind.example/ws/socket.io/', '120 ms'],
  generation: ['well', '', 'engine.io 4'],
};

/** A report in which all is well but what is given here. */
export function reportWith(found: Partial<Readonly<Record<CheckName, Found>>>): DoctorReport {
  const findings = CHECKS.map((check): Finding => {
    const [code, tried = '', evidence = ''] = found[check] ?? HEALTHY[check];
    return { check, code, verdict: DIAGNOSES[code].verdict, tried, evidence };
  });
  return reportOf(findings, new Date('2031-05-14T09:26:00Z'), 4200);
}

const notTried = (...checks: readonly CheckName[]): Partial<Record<CheckName, Found>> =>
  Object.fromEntries(checks.map((check) => [check, ['not-tried'] as const]));

export const REPORTS = {
  healthy: reportWith({}),
  secret: reportWith({
    credentials: ['secret-wrong', 'https://mfa.northwind.example/app/init', 'AuthException 7'],
  }),
  name: reportWith({
    name: ['name-not-found', 'mfa.northwind.example', 'ERR_NAME_NOT_RESOLVED'],
    connection: ['not-tried'],
    ...notTried('certificate', 'answer', 'sign-in', 'clock', 'credentials', 'polling', 'websocket'),
    generation: ['not-tried'],
  }),
  websocket: reportWith({
    websocket: [
      'websocket-blocked',
      'wss://mfa.northwind.example/ws/socket.io/',
      'ERR_TUNNEL_CONNECTION_FAILED',
    ],
  }),
  proxy: reportWith({
    name: ['name-at-proxy', 'mfa.northwind.example'],
    connection: ['well', 'proxy.northwind.example:3128', '3 ms'],
    proxy: ['proxy-wants-login', 'proxy.northwind.example:3128', 'HTTP 407'],
    ...notTried('certificate', 'answer', 'sign-in', 'clock', 'credentials', 'polling', 'websocket'),
    generation: ['not-tried'],
  }),
  unknown: reportWith({
    'key-store': ['key-store-unprotected', 'basic_text'],
    clock: ['clock-unknown'],
    credentials: ['credentials-unknown', 'https://mfa.northwind.example/app/init', 'HTTP 503'],
  }),
} as const satisfies Readonly<Record<string, DoctorReport>>;

/** The names of the doctor's pages in the gallery. */
export const DOCTOR_PAGES: readonly string[] = [
  'doctor-looking',
  ...Object.keys(REPORTS).map((name) => `doctor-${name}`),
];

/** The report of a page; null where it has none. */
export function reportNamed(page: string): DoctorReport | null {
  const reports: Readonly<Record<string, DoctorReport>> = REPORTS;
  return reports[page.replace(/^doctor-/, '')] ?? null;
}
