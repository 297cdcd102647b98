import type { ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import type { DiagnosisCode } from '../../shared/doctor/report.ts';

/** The network path between this computer and the service. */
export type NetworkPath =
  | 'nothing'
  | 'proxy'
  | 'proxy-of-the-system'
  | 'proxy-script'
  | 'proxy-with-login'
  | 'proxy-with-wrong-login'
  | 'proxy-with-unanswered-login'
  | 'proxy-with-untrusted-certificate'
  | 'proxy-that-refuses'
  | 'proxy-that-is-gone'
  | 'middlebox-without-upgrade'
  | 'middlebox-that-buffers'
  | 'middlebox-that-cuts';

/** The service's certificate, and where its authority is trusted: in `service.caFile`, by the system, or nowhere. */
export type Trust =
  | 'authority-in-file'
  | 'authority-of-system'
  | 'authority-elsewhere'
  | 'self-signed'
  | 'other-name'
  | 'expired'
  | 'intercepted';

/** The result of a login over one transport: `in`, or its error code. */
export type End = 'in' | ErrorCode;

export type ProxyRow = Readonly<{
  path: NetworkPath;
  description: string;
  polling: End;
  websocket: End;
  /** Both transports listed, as by default. */
  both: End;
  /** The doctor's first diagnosis; null where all is well. */
  doctor: DiagnosisCode | null;
}>;

/**
 * Every network path: the source of docs/networks.md, tested by `tests/networks/network-paths.test.ts`. A proxy login
 * is typed on a terminal. The doctor on the command line gets no proxy login.
 */
export const PROXY_ROWS: readonly ProxyRow[] = [
  { path: 'nothing', description: 'Nothing', polling: 'in', websocket: 'in', both: 'in', doctor: null },
  {
    path: 'proxy',
    description: 'A proxy, by `service.proxy`',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    path: 'proxy-of-the-system',
    description: 'A proxy, by the system',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    path: 'proxy-script',
    description: 'A proxy, by a PAC file',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    path: 'proxy-with-login',
    description: 'A proxy with a login, given right',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: 'proxy-login-required',
  },
  {
    path: 'proxy-with-wrong-login',
    description: 'A proxy with a login, given wrong',
    polling: 'proxy-login-required',
    websocket: 'proxy-login-required',
    both: 'proxy-login-required',
    doctor: 'proxy-login-required',
  },
  {
    path: 'proxy-with-unanswered-login',
    description: 'A proxy with a login that nobody gives',
    polling: 'proxy-login-required',
    websocket: 'proxy-login-required',
    both: 'proxy-login-required',
    doctor: 'proxy-login-required',
  },
  {
    path: 'proxy-with-untrusted-certificate',
    description: 'A proxy over https, of an authority that nobody here knows',
    polling: 'proxy-untrusted',
    websocket: 'proxy-untrusted',
    both: 'proxy-untrusted',
    doctor: 'proxy-untrusted',
  },
  {
    path: 'proxy-that-refuses',
    description: 'A proxy that refuses the tunnel',
    polling: 'proxy-failed',
    websocket: 'proxy-failed',
    both: 'proxy-failed',
    doctor: 'proxy-refuses',
  },
  {
    path: 'proxy-that-is-gone',
    description: 'A proxy that cannot be reached',
    polling: 'proxy-failed',
    websocket: 'proxy-failed',
    both: 'proxy-failed',
    doctor: 'proxy-unreachable',
  },
  {
    path: 'middlebox-without-upgrade',
    description: 'A middlebox that passes no Upgrade on',
    polling: 'in',
    websocket: 'realtime-unreachable',
    both: 'in',
    doctor: null,
  },
  {
    path: 'middlebox-that-buffers',
    description: 'A middlebox that holds answers back until they are whole',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    path: 'middlebox-that-cuts',
    description: 'A middlebox that cuts whatever takes over two seconds',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
];

export type TrustRow = Readonly<{
  trust: Trust;
  /** `service.authorities`; left out, the default. */
  authorities?: 'file';
  description: string;
  end: End;
  doctor: DiagnosisCode | null;
}>;

/** Every certificate. */
export const TRUST_ROWS: readonly TrustRow[] = [
  { trust: 'authority-in-file', description: 'An authority of `service.caFile`', end: 'in', doctor: null },
  {
    trust: 'authority-in-file',
    authorities: 'file',
    description: 'An authority of `service.caFile`; `service.authorities` is "file"',
    end: 'in',
    doctor: null,
  },
  {
    trust: 'authority-of-system',
    description: 'An authority that the system trusts',
    end: 'in',
    doctor: null,
  },
  {
    trust: 'authority-of-system',
    authorities: 'file',
    description: 'An authority that the system trusts; `service.authorities` is "file"',
    end: 'tls-untrusted',
    doctor: 'tls-untrusted',
  },
  {
    trust: 'authority-elsewhere',
    description: 'An authority that nobody here knows',
    end: 'tls-untrusted',
    doctor: 'tls-untrusted',
  },
  { trust: 'self-signed', description: 'Itself', end: 'tls-untrusted', doctor: 'tls-untrusted' },
  {
    trust: 'other-name',
    description: 'An authority of `service.caFile`, for another name',
    end: 'tls-other-name',
    doctor: 'tls-other-name',
  },
  {
    trust: 'expired',
    description: 'An authority of `service.caFile`, expired',
    end: 'tls-expired',
    doctor: 'tls-expired',
  },
  {
    trust: 'intercepted',
    description: 'A middlebox that inspects, with an authority of its own',
    end: 'tls-untrusted',
    doctor: 'tls-untrusted',
  },
];
