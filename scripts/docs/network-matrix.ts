import type { ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import type { DiagnosisCode } from '../../shared/doctor/report.ts';

/** The network path between this computer and the service. */
export type NetworkPath =
  | 'nothing'
  | 'proxy'
  | 'proxy-of-the-system'
  | 'proxy-script'
  | 'proxy-with-login'
  | 'proxy-with-login-of-the-system'
  | 'proxy-with-wrong-login-of-the-system'
  | 'proxy-with-wrong-login'
  | 'proxy-with-unanswered-login'
  | 'proxy-with-untrusted-certificate'
  | 'proxy-that-refuses'
  | 'proxy-that-is-gone'
  | 'middlebox-without-upgrade'
  | 'middlebox-that-buffers'
  | 'middlebox-that-cuts';

/**
 * The service's certificate, and where its authority is trusted: in `service.caFile`, by the
 * system, or nowhere.
 */
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
  /** In plain Node, where there is polling alone. */
  node: End;
}>;

const proxyRow = (
  path: NetworkPath,
  description: string,
  end: End = 'in',
  doctor: DiagnosisCode | null = null,
  websocket = end,
): ProxyRow => ({ path, description, polling: end, websocket, both: end, doctor, node: end });

/** A path that only Chromium has, and the refusal of the port in plain Node. */
const withoutNode = (row: ProxyRow, node: ErrorCode): ProxyRow => ({ ...row, node });

/**
 * Every network path: the source of docs/networks.md, tested by
 * `tests/networks/network-paths.test.ts`, and in plain Node by
 * `tests/integration/network/network-paths.test.ts`. A proxy login is typed on a terminal, or
 * stands in the environment. The doctor on the command line gets the latter alone.
 */
export const PROXY_ROWS: readonly ProxyRow[] = [
  proxyRow('nothing', 'Nothing'),
  proxyRow('proxy', 'A proxy, by `service.proxy`'),
  proxyRow('proxy-of-the-system', 'A proxy, by the system'),
  withoutNode(proxyRow('proxy-script', 'A proxy, by a PAC file'), 'proxy-failed'),
  proxyRow('proxy-with-login', 'A proxy with a login, given right', 'in', 'proxy-login-required'),
  proxyRow('proxy-with-login-of-the-system', 'A proxy with a login, given in `https_proxy`'),
  proxyRow(
    'proxy-with-wrong-login-of-the-system',
    'A proxy with a login, given wrong in `https_proxy`',
    'proxy-login-required',
    'proxy-login-refused',
  ),
  proxyRow(
    'proxy-with-wrong-login',
    'A proxy with a login, given wrong',
    'proxy-login-required',
    'proxy-login-required',
  ),
  proxyRow(
    'proxy-with-unanswered-login',
    'A proxy with a login, without credentials',
    'proxy-login-required',
    'proxy-login-required',
  ),
  withoutNode(
    proxyRow(
      'proxy-with-untrusted-certificate',
      'A proxy over https, of an unknown authority',
      'proxy-untrusted',
      'proxy-untrusted',
    ),
    'proxy-failed',
  ),
  proxyRow(
    'proxy-that-refuses',
    'A proxy that refuses the tunnel',
    'proxy-failed',
    'proxy-refuses',
  ),
  proxyRow(
    'proxy-that-is-gone',
    'A proxy that cannot be reached',
    'proxy-failed',
    'proxy-unreachable',
  ),
  proxyRow(
    'middlebox-without-upgrade',
    'A middlebox that passes no Upgrade on',
    'in',
    null,
    'realtime-unreachable',
  ),
  proxyRow('middlebox-that-buffers', 'A middlebox that holds answers back until they are whole'),
  proxyRow('middlebox-that-cuts', 'A middlebox that cuts whatever takes over two seconds'),
];

export type TrustRow = Readonly<{
  trust: Trust;
  /** `service.authorities`; left out, the default. */
  authorities?: 'file';
  description: string;
  end: 'in' | (ErrorCode & DiagnosisCode);
  doctor: DiagnosisCode | null;
}>;

const trustRow = (
  trust: Trust,
  description: string,
  end: TrustRow['end'],
  authorities?: 'file',
): TrustRow => ({
  trust,
  description,
  end,
  doctor: end === 'in' ? null : end,
  ...(authorities === undefined ? {} : { authorities }),
});

/** Every certificate, with the same result in plain Node. */
export const TRUST_ROWS: readonly TrustRow[] = [
  trustRow('authority-in-file', 'An authority of `service.caFile`', 'in'),
  trustRow(
    'authority-in-file',
    'An authority of `service.caFile`; `service.authorities` is "file"',
    'in',
    'file',
  ),
  trustRow('authority-of-system', 'An authority that the system trusts', 'in'),
  trustRow(
    'authority-of-system',
    'An authority that the system trusts; `service.authorities` is "file"',
    'tls-untrusted',
    'file',
  ),
  trustRow('authority-elsewhere', 'An unknown authority', 'tls-untrusted'),
  trustRow('self-signed', 'Itself', 'tls-untrusted'),
  trustRow('other-name', 'An authority of `service.caFile`, for another name', 'tls-other-name'),
  trustRow('expired', 'An authority of `service.caFile`, expired', 'tls-expired'),
  trustRow(
    'intercepted',
    'A middlebox that inspects, with an authority of its own',
    'tls-untrusted',
  ),
];
