import type { ErrorCode } from '../../shared/faults/error-catalog.ts';
import type { DiagnosisCode } from '../../shared/doctor/report.ts';

/** What stands between this computer and the service. */
export type Way =
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
  | 'box-without-upgrade'
  | 'box-that-buffers'
  | 'box-that-cuts';

/** The certificate that the service shows, and whether its authority is in `service.caFile`. */
export type Trust =
  'authority-in-file' | 'authority-elsewhere' | 'self-signed' | 'other-name' | 'expired' | 'intercepted';

/** What a login over one transport comes to: in, or the code of its end. */
export type End = 'in' | ErrorCode;

export type ProxyRow = Readonly<{
  way: Way;
  words: string;
  polling: End;
  websocket: End;
  /** Both transports listed, as by default. */
  both: End;
  /** What the doctor says first; null where all is well. */
  doctor: DiagnosisCode | null;
}>;

/**
 * Every way. docs/networks.md is made of this, and `tests/networks/ways.test.ts` goes them; where a login is typed, it
 * is typed on a terminal. The doctor on the command line is given none.
 */
export const PROXY_ROWS: readonly ProxyRow[] = [
  { way: 'nothing', words: 'Nothing', polling: 'in', websocket: 'in', both: 'in', doctor: null },
  {
    way: 'proxy',
    words: 'A proxy, by `service.proxy`',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    way: 'proxy-of-the-system',
    words: 'A proxy, by the system',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    way: 'proxy-script',
    words: 'A proxy, by a PAC file',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    way: 'proxy-with-login',
    words: 'A proxy with a login, given right',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: 'proxy-wants-login',
  },
  {
    way: 'proxy-with-wrong-login',
    words: 'A proxy with a login, given wrong',
    polling: 'proxy-login-required',
    websocket: 'proxy-login-required',
    both: 'proxy-login-required',
    doctor: 'proxy-wants-login',
  },
  {
    way: 'proxy-with-unanswered-login',
    words: 'A proxy with a login that nobody gives',
    polling: 'proxy-login-required',
    websocket: 'proxy-login-required',
    both: 'proxy-login-required',
    doctor: 'proxy-wants-login',
  },
  {
    way: 'proxy-with-untrusted-certificate',
    words: 'A proxy over https, of an authority that nobody here knows',
    polling: 'proxy-untrusted',
    websocket: 'proxy-untrusted',
    both: 'proxy-untrusted',
    doctor: 'proxy-certificate',
  },
  {
    way: 'proxy-that-refuses',
    words: 'A proxy that refuses the tunnel',
    polling: 'proxy-failed',
    websocket: 'proxy-failed',
    both: 'proxy-failed',
    doctor: 'proxy-refuses',
  },
  {
    way: 'proxy-that-is-gone',
    words: 'A proxy that cannot be reached',
    polling: 'proxy-failed',
    websocket: 'proxy-failed',
    both: 'proxy-failed',
    doctor: 'proxy-unreachable',
  },
  {
    way: 'box-without-upgrade',
    words: 'A box that passes no Upgrade on',
    polling: 'in',
    websocket: 'realtime-unreachable',
    both: 'in',
    doctor: null,
  },
  {
    way: 'box-that-buffers',
    words: 'A box that holds answers back until they are whole',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
  {
    way: 'box-that-cuts',
    words: 'A box that cuts whatever takes over two seconds',
    polling: 'in',
    websocket: 'in',
    both: 'in',
    doctor: null,
  },
];

export type TrustRow = Readonly<{ trust: Trust; words: string; end: End; doctor: DiagnosisCode | null }>;

/** Every certificate. */
export const TRUST_ROWS: readonly TrustRow[] = [
  { trust: 'authority-in-file', words: 'An authority of `service.caFile`', end: 'in', doctor: null },
  {
    trust: 'authority-elsewhere',
    words: 'An authority that nobody here knows',
    end: 'tls-untrusted',
    doctor: 'certificate-untrusted',
  },
  { trust: 'self-signed', words: 'Itself', end: 'tls-untrusted', doctor: 'certificate-untrusted' },
  {
    trust: 'other-name',
    words: 'An authority of `service.caFile`, for another name',
    end: 'tls-other-name',
    doctor: 'certificate-other-name',
  },
  {
    trust: 'expired',
    words: 'An authority of `service.caFile`, expired',
    end: 'tls-expired',
    doctor: 'certificate-out-of-date',
  },
  {
    trust: 'intercepted',
    words: 'A box that inspects, with an authority of its own',
    end: 'tls-untrusted',
    doctor: 'certificate-untrusted',
  },
];
