import type { CheckName, DiagnosisCode, Finding } from '../../shared/doctor/report.ts';
import { evidenceText } from '../../shared/service/evidence.ts';
import { finding, notTried } from './finding.ts';
import { FIRST_PATH, type Reach } from './reach.ts';
import { hostAndPort } from '../network/route.ts';

/** Each check depends on those before it. */
export const NETWORK_PATH = [
  'name',
  'connection',
  'proxy',
  'certificate',
  'answer',
  'sign-in',
] as const;
type Step = (typeof NETWORK_PATH)[number];

/** The fault at which the path ends. `tried`, if given, replaces the step's own text. */
type Stop = Readonly<{ check: CheckName; code: DiagnosisCode; evidence: string; tried?: string }>;

/** Finds at most one failed step. Earlier ones are well or unobserved, later ones not tried. */
export function checkNetworkPath(reach: Reach, baseUrl: string): readonly Finding[] {
  const stop = stopOf(reach);
  const stopIndex =
    stop === null ? NETWORK_PATH.length : NETWORK_PATH.findIndex((step) => step === stop.check);
  return NETWORK_PATH.map((step, index) => {
    const tried = triedOf(step, reach, baseUrl);
    if (stop?.check === step) return finding(step, stop.code, stop.tried ?? tried, stop.evidence);
    const isOfFailedEntry = usesLaterEntry(reach) && OF_FIRST_ENTRY.includes(step);
    // Behind a proxy this computer makes no connection to the service, and the proxy's own step
    // reports the fault.
    const isConnectionToProxy = step === 'connection' && stop?.code === 'proxy-unreachable';
    const isKnownDirect = step === 'proxy' && reach.route?.proxy === null && !isOfFailedEntry;
    // The network path is unknown, so the steps before the fault are unproven.
    const isPathUnknown = stop?.code === 'time-up';
    if (isKnownDirect) return wellOf(step, reach, tried);
    if (step === 'proxy' && isOfFailedEntry) return unseenProxy(reach, tried);
    if (index >= stopIndex || isConnectionToProxy || isPathUnknown) return notTried(step);
    if (isOfFailedEntry) return notTried(step, firstEntryFailed(reach));
    if (isUnseen(step, reach)) return step === 'proxy' ? unseenProxy(reach, tried) : notTried(step);
    return wellOf(step, reach, tried);
  });
}

/** Steps that test only the first network path, the first entry of Chromium's list. */
const OF_FIRST_ENTRY: readonly Step[] = ['name', 'connection', 'proxy'];

/** Whether the first network path failed. Chromium then used a later, unknown entry of its list. */
function usesLaterEntry({ route, connect }: Reach): boolean {
  return route?.hasMore === true && connect.kind !== 'connected';
}

function firstEntryFailed({ connect }: Reach): string {
  const why = connect.kind === 'failed' ? evidenceText(connect.evidence) : 'no connection in time';
  return `the first entry of the list failed (${why}), another was used`;
}

function unseenProxy(reach: Reach, tried: string): Finding {
  const evidence = usesLaterEntry(reach) ? firstEntryFailed(reach) : '';
  return finding(
    'proxy',
    reach.route?.proxy ? 'proxy-unknown' : 'network-path-unknown',
    tried,
    evidence,
  );
}

/**
 * Whether nothing proves the step: without answer and certificate, neither tunnel nor TLS
 * connection is proven.
 */
function isUnseen(step: Step, { isTls, issuer, reading }: Reach): boolean {
  const isSilent = issuer === null && reading.kind === 'fault' && reading.response === null;
  return isSilent && (step === 'proxy' || (step === 'certificate' && isTls));
}

/** The fault at which the path ends; null if the service answered. */
function stopOf(reach: Reach): Stop | null {
  const { reading, route, lookup, connect } = reach;
  if (reading.kind === 'service') return null;
  const { check, code } = reading;
  const evidence =
    code === 'proxy-untrusted' ? withProxyIssuer(reach, reading.evidence) : reading.evidence;
  const stop = { check, code, evidence };
  const isReached = reading.response !== null || check === 'certificate' || isReportedByProxy(code);
  if (isReportedByProxy(code) && usesLaterEntry(reach)) {
    // Name the reporting proxy only in the evidence.
    return { ...stop, tried: '', evidence: `${evidence}; ${firstEntryFailed(reach)}` };
  }
  if (isReached || code === 'proxy-script-broken') return stop;
  if (!reach.isOnline && !reach.isLoopback) return { check: 'name', code: 'offline', evidence };
  // The lookup and the connection may have tested another network path: use Chromium's error.
  if (route === null)
    return code === 'answer-silent' ? { ...stop, check: 'proxy', code: 'time-up' } : stop;
  if (usesLaterEntry(reach)) return stopAfterFirstEntry(reach, stop);
  if (route.proxy !== null) return stopAtProxy(reach, stop);
  if (lookup?.kind === 'failed')
    return { check: 'name', code: 'name-not-found', evidence: evidenceText(lookup.evidence) };
  if (connect.kind === 'timeout')
    return { check: 'connection', code: 'connection-silent', evidence };
  if (connect.kind === 'failed') {
    const faultCode = connect.fault === 'refused' ? 'connection-refused' : 'connection-failed';
    return { check: 'connection', code: faultCode, evidence: evidenceText(connect.evidence) };
  }
  return stop;
}

function stopAfterFirstEntry(reach: Reach, { check, code, evidence }: Stop): Stop {
  const isSilent = code === 'answer-silent';
  // Chromium still waits for a first entry that drops packets.
  if (isSilent && reach.connect.kind === 'timeout') {
    return reach.route?.proxy
      ? { check: 'proxy', code: 'proxy-unreachable', evidence }
      : { check: 'connection', code: 'connection-silent', evidence };
  }
  const wholeEvidence = `${evidence}; ${firstEntryFailed(reach)}`;
  return isSilent
    ? { check: 'proxy', code: 'time-up', evidence: wholeEvidence }
    : { check, code, evidence: wholeEvidence };
}

function stopAtProxy({ connect, lookup }: Reach, stop: Stop): Stop {
  if (connect.kind !== 'connected') {
    const evidence = connect.kind === 'failed' ? evidenceText(connect.evidence) : stop.evidence;
    return { check: 'proxy', code: 'proxy-unreachable', evidence };
  }
  // SOCKS 4 requires an address, so this computer looks up the name.
  if (lookup?.kind === 'failed')
    return { check: 'name', code: 'name-not-found', evidence: evidenceText(lookup.evidence) };
  return stop.code === 'proxy-unreachable' ? { ...stop, code: 'proxy-protocol' } : stop;
}

/** Whether the proxy itself reports a diagnosis. If so, the proxy is reachable. */
const REPORTED_BY_PROXY = {
  'proxy-unknown': false,
  'proxy-unreachable': false,
  'proxy-protocol': false,
  'proxy-login-required': true,
  'proxy-login-refused': true,
  'proxy-refuses': true,
  'proxy-untrusted': true,
  // Chromium reports it before it chooses a proxy.
  'proxy-script-broken': false,
} as const satisfies Record<Extract<DiagnosisCode, `proxy-${string}`>, boolean>;

function isReportedByProxy(code: DiagnosisCode): boolean {
  const reported: Partial<Record<DiagnosisCode, boolean>> = REPORTED_BY_PROXY;
  return reported[code] === true;
}

/** Names the issuer of the proxy's certificate, because Chromium's error has no details of it. */
function withProxyIssuer({ proxyIssuer }: Reach, evidence: string): string {
  return proxyIssuer === null ? evidence : `${evidence} (issued by "${proxyIssuer}")`;
}

function triedOf(step: Step, reach: Reach, baseUrl: string): string {
  const { hostname, port, connectedTo, route } = reach;
  switch (step) {
    case 'name':
    case 'certificate':
      return hostname;
    case 'connection':
      // Chromium's connection errors concern the direct path only; proxies have separate errors.
      return usesLaterEntry(reach)
        ? hostAndPort(hostname, port)
        : hostAndPort(connectedTo.hostname, connectedTo.port);
    case 'proxy':
      return route?.proxy
        ? `${route.proxy.scheme} ${hostAndPort(route.proxy.hostname, route.proxy.port)}`
        : '';
    case 'answer':
      return `POST ${baseUrl}${FIRST_PATH}`;
    case 'sign-in':
      return '';
  }
}

function wellOf(step: Step, reach: Reach, tried: string): Finding {
  const { lookup, route, isTls, issuer, reading } = reach;
  switch (step) {
    case 'name':
      if (lookup === null && route?.proxy) return finding(step, 'name-at-proxy', tried);
      return finding(
        step,
        'well',
        tried,
        lookup?.kind === 'found' ? addressesOf(lookup.addresses) : '',
      );
    case 'proxy':
      if (route === null) return finding(step, 'network-path-unknown', tried);
      if (route.proxy === null) return finding(step, 'no-proxy');
      return finding(step, 'well', tried);
    case 'certificate':
      if (!isTls) return finding(step, 'no-certificate', tried);
      return finding(step, 'well', tried, issuer === null ? '' : `issued by "${issuer}"`);
    case 'answer': {
      const { response } = reading;
      return finding(step, 'well', tried, response ? `HTTP ${String(response.status)}` : '');
    }
    case 'connection':
    case 'sign-in':
      return finding(step, 'well', tried);
  }
}

function addressesOf(addresses: readonly string[]): string {
  const SHOWN = 2;
  const shown = addresses.slice(0, SHOWN);
  const moreCount = addresses.length - SHOWN;
  return [...shown, ...(moreCount > 0 ? [`${String(moreCount)} more`] : [])].join(', ');
}

/** Whether the service answered, and no sign-in page of the network instead. */
export function hasAnswered(path: readonly Finding[]): boolean {
  const isWell = (name: CheckName): boolean =>
    path.some(({ check, verdict }) => check === name && verdict === 'well');
  return isWell('answer') && isWell('sign-in');
}
