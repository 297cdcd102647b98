import type { CheckName, DiagnosisCode } from '../../shared/doctor/report.ts';
import { openEnvelope, type Opened } from '../../shared/service/answers.ts';
import type { NetworkFault, TlsFault } from '../../shared/service/network-fault.ts';
import type { HttpOutcome, HttpResponse } from '../network/http-port.ts';
import { redirectHost } from '../network/response-headers.ts';
import { isHtml, jsonOf, textOf } from '../service/answer-body.ts';
import { evidenceText } from '../../shared/service/evidence.ts';
import { noAnswerIn, quoted } from './finding.ts';

export type AnswerReading = ServiceAnswer | AnswerFault;

/** An answer in the service's own format (specification 2). */
export type ServiceAnswer = Readonly<{
  kind: 'service';
  response: HttpResponse;
  /** Null for a bare status 429. */
  opened: Exclude<Opened, { kind: 'malformed' }> | null;
}>;

export type AnswerFault = Readonly<{
  kind: 'fault';
  check: CheckName;
  code: DiagnosisCode;
  evidence: string;
  /** Null without an HTTP response. */
  response: HttpResponse | null;
}>;

export function readAnswer(outcome: HttpOutcome, url: string, limitMs: number): AnswerReading {
  switch (outcome.kind) {
    case 'response':
      return readResponse(outcome, url);
    case 'network':
      return fault(...NETWORK_CODES[outcome.fault], evidenceText(outcome.evidence));
    case 'tls':
      return fault(...TLS_CODES[outcome.fault], evidenceText(outcome.evidence));
    case 'proxy-login': {
      const code =
        outcome.proxy?.hasRefused === true ? 'proxy-login-refused' : 'proxy-login-required';
      const name = outcome.proxy ? ` (${quoted(outcome.proxy.name)})` : '';
      return fault('proxy', code, `${evidenceText(outcome.evidence)}${name}`);
    }
    case 'timeout':
    case 'aborted':
      return fault('answer', 'answer-silent', noAnswerIn(limitMs));
    case 'too-large':
      return fault('answer', 'not-the-service', `over ${String(outcome.limitBytes)} bytes`);
  }
}

function fault(
  check: CheckName,
  code: DiagnosisCode,
  evidence: string,
  response: HttpResponse | null = null,
): AnswerFault {
  return { kind: 'fault', check, code, evidence, response };
}

const NETWORK_CODES: Readonly<Record<NetworkFault, readonly [CheckName, DiagnosisCode]>> = {
  offline: ['name', 'offline'],
  name: ['name', 'name-not-found'],
  refused: ['connection', 'connection-refused'],
  'no-connection': ['connection', 'connection-failed'],
  'hung-up': ['answer', 'answer-cut'],
  forbidden: ['connection', 'connection-failed'],
  'proxy-unreachable': ['proxy', 'proxy-unreachable'],
  'proxy-refuses': ['proxy', 'proxy-refuses'],
  'proxy-script': ['proxy', 'proxy-script-broken'],
  garbled: ['answer', 'not-the-service'],
  cut: ['answer', 'answer-cut'],
  unknown: ['answer', 'answer-unknown'],
};

const TLS_CODES: Readonly<Record<TlsFault, readonly [CheckName, DiagnosisCode]>> = {
  authority: ['certificate', 'tls-untrusted'],
  'other-name': ['certificate', 'tls-other-name'],
  date: ['certificate', 'tls-expired'],
  proxy: ['proxy', 'proxy-untrusted'],
  other: ['certificate', 'tls-failed'],
};

function readResponse(response: HttpResponse, url: string): AnswerReading {
  const { status, body } = response;
  const statusText = `HTTP ${String(status)}`;
  const withResponse = (check: CheckName, code: DiagnosisCode, evidence: string): AnswerFault =>
    fault(check, code, evidence, response);
  if (status === 407) return fault('proxy', 'proxy-login-required', statusText);
  if (status === 511) return withResponse('sign-in', 'network-sign-in', statusText);
  if (status >= 300 && status < 400) return readRedirect(response, url, withResponse);
  if (status >= 500 && status < 600) return withResponse('answer', 'server-error', statusText);
  const text = textOf(body);
  const json = jsonOf(body);
  if (status === 429) {
    const refusal = openEnvelope(json);
    return { kind: 'service', response, opened: refusal.kind === 'exception' ? refusal : null };
  }
  if (isHtml(body)) return withResponse('answer', 'not-the-service', `${statusText}, HTML`);
  if (status !== 200 && status !== 400) {
    // The service may refuse an unsigned call with another status.
    const refusal = openEnvelope(json);
    return refusal.kind === 'exception'
      ? { kind: 'service', response, opened: refusal }
      : withResponse('answer', 'not-the-service', statusText);
  }
  if (json === undefined) {
    const isCut = text !== null && /^\s*\{/.test(text);
    return isCut
      ? withResponse('answer', 'answer-cut', `${statusText}, JSON that ends too early`)
      : withResponse(
          'answer',
          'not-the-service',
          `${statusText}, ${text === '' ? 'empty' : 'not JSON'}`,
        );
  }
  const opened = openEnvelope(json);
  return opened.kind === 'malformed'
    ? withResponse('answer', 'not-the-service', `${statusText}, ${evidenceText(opened.evidence)}`)
    : { kind: 'service', response, opened };
}

/** The service never redirects. */
function readRedirect(
  { status, headers }: HttpResponse,
  url: string,
  withResponse: (check: CheckName, code: DiagnosisCode, evidence: string) => AnswerFault,
): AnswerFault {
  const hostname = redirectHost(headers, url);
  const evidence = `HTTP ${String(status)}${hostname === null ? '' : ` to ${quoted(hostname)}`}`;
  return withResponse('answer', 'not-the-service', evidence);
}
