import type { CheckName, DiagnosisCode, Finding } from '../../shared/doctor/report.ts';
import { finding, notTried } from './finding.ts';
import { FIRST_PATH, type Reach } from './reach.ts';
import { placeOf } from './route.ts';

/** The checks of the way, from the bottom up: each stands on the ones before it. */
export const WAY = ['name', 'connection', 'proxy', 'certificate', 'answer', 'sign-in'] as const;
type Step = (typeof WAY)[number];

/** Where the way ends, and what proves it; null where the service answered. */
type Stop = Readonly<{ check: CheckName; code: DiagnosisCode; evidence: string }>;

/**
 * The checks of the way to the service. There is one fault at most: what lies below it is well, because what was
 * seen could not have been seen otherwise, and what lies above it was not reached.
 */
export function checkWay(reach: Reach, baseUrl: string): readonly Finding[] {
  const stop = stopOf(reach);
  const at = stop === null ? WAY.length : WAY.findIndex((step) => step === stop.check);
  return WAY.map((step, index) => {
    const tried = triedOf(step, reach, baseUrl);
    if (stop?.check === step) return finding(step, stop.code, tried, stop.evidence);
    // A proxy that was not reached stands between here and every connection.
    const isBehindProxy = step === 'connection' && stop?.code === 'proxy-unreachable';
    const isKnown = step === 'proxy' && reach.route !== null && reach.route.proxy === null;
    // Where not even the way was told, nothing proves the steps below it.
    const isLost = stop?.code === 'time-up';
    const isProven = index < at && !isBehindProxy && !isLost && !isUnseen(step, reach);
    return isProven || isKnown ? wellOf(step, reach, tried) : notTried(step);
  });
}

/** Nothing answered and no certificate was seen: whether a tunnel or a protected line ever stood is not known. */
function isUnseen(step: Step, { isTls, issuer, reading }: Reach): boolean {
  const isSilent = isTls && issuer === null && reading.kind === 'fault' && reading.response === null;
  return isSilent && (step === 'proxy' || step === 'certificate');
}

function stopOf(reach: Reach): Stop | null {
  const { reading, route, lookup, connect } = reach;
  if (reading.kind === 'service') return null;
  const { check, code } = reading;
  const evidence = code === 'proxy-certificate' ? ofProxy(reach, reading.evidence) : reading.evidence;
  // Whatever answered, or refused by a rule of its own, was reached.
  const isReached = reading.response !== null || check === 'certificate' || isSaidByProxy(code);
  if (isReached || code === 'proxy-script-broken') return { check, code, evidence };
  if (!reach.isOnline && !reach.isLoopback) return { check: 'name', code: 'offline', evidence };
  const proxy = route?.proxy ?? null;
  if (connect.kind !== 'connected' && proxy !== null) {
    return { check: 'proxy', code: 'proxy-unreachable', evidence: evidenceOf(reach, evidence) };
  }
  // Without a known way nothing tells who was to look the name up; only what Chromium itself says of it counts.
  if (lookup?.kind === 'failed' && route === null) {
    return code === 'answer-silent'
      ? { check: 'proxy', code: 'time-up', evidence }
      : { check, code, evidence };
  }
  if (lookup?.kind === 'failed') return { check: 'name', code: 'name-not-found', evidence: lookup.evidence };
  if (connect.kind === 'timeout') {
    return { check: 'connection', code: 'connection-silent', evidence: evidenceOf(reach, evidence) };
  }
  if (connect.kind === 'failed') {
    const refused: DiagnosisCode = /REFUSED/.test(connect.evidence)
      ? 'connection-refused'
      : 'connection-failed';
    return { check: 'connection', code: refused, evidence: connect.evidence };
  }
  return { check, code, evidence };
}

const isSaidByProxy = (code: DiagnosisCode): boolean =>
  ['proxy-wants-login', 'proxy-login-refused', 'proxy-refuses', 'proxy-certificate'].includes(code);

/** Chromium does not say what is wrong with the certificate of a proxy; who issued it was seen. */
function ofProxy({ proxyIssuer }: Reach, evidence: string): string {
  return proxyIssuer === null ? evidence : `${evidence} (issued by "${proxyIssuer}")`;
}

function evidenceOf({ connect }: Reach, otherwise: string): string {
  return connect.kind === 'failed' ? connect.evidence : otherwise;
}

function triedOf(step: Step, reach: Reach, baseUrl: string): string {
  const { hostname, connectedTo, route } = reach;
  switch (step) {
    case 'name':
    case 'certificate':
      return hostname;
    case 'connection':
      return placeOf(connectedTo.hostname, connectedTo.port);
    case 'proxy':
      return route?.proxy ? `${route.proxy.scheme} ${placeOf(route.proxy.hostname, route.proxy.port)}` : '';
    case 'answer':
      return `POST ${baseUrl}${FIRST_PATH}`;
    case 'sign-in':
      return '';
  }
}

function wellOf(step: Step, reach: Reach, tried: string): Finding {
  const { lookup, route, isTls, issuer, reading, connect } = reach;
  switch (step) {
    case 'name':
      if (lookup === null && route?.proxy) return finding(step, 'name-at-proxy', tried);
      return finding(
        step,
        'well',
        tried,
        lookup?.kind === 'found' ? `addresses: ${String(lookup.addresses)}` : '',
      );
    case 'proxy':
      if (route === null) return finding(step, 'way-unknown', tried);
      if (route.proxy === null) return finding(step, 'no-proxy');
      // The browser's network went past a proxy that does not answer, as it was told to.
      return finding(step, 'well', tried, connect.kind === 'connected' ? '' : 'passed over: DIRECT');
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

/** Whether the service itself answered, so that it makes sense to ask it more. */
export function hasAnswered(way: readonly Finding[]): boolean {
  const isWell = (name: CheckName): boolean =>
    way.some(({ check, verdict }) => check === name && verdict === 'well');
  return isWell('answer') && isWell('sign-in');
}
