import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../electron/doctor/read-answer.ts';
import type { HttpOutcome } from '../../../../electron/network/http-port.ts';
import { errorAnswer, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';

const read = (outcome: HttpOutcome) => readAnswer(outcome, 'https://mfa.example.com/api', 6000);
const asking = (hasRefused: boolean): HttpOutcome => ({
  kind: 'proxy-login',
  evidence: toEvidence`HTTP 407`,
  proxy: { id: 'PROXY proxy:3128 basic', name: 'proxy:3128', hasRefused },
});
const moved = (location: string): HttpOutcome => httpAnswer(302, '', { location });

const TO_PORTAL = 'HTTP 302 to "portal.example"';

describe('an answer', () => {
  it.each<readonly [string, HttpOutcome]>([
    ['an exception', errorAnswer('InvalidSignatureException', 9)],
    ['an exception with 403', errorAnswer('InvalidSignatureException', 9, 403)],
    ['a success', httpAnswer(200, { status: 'OK' })],
    ['a page with 429', httpAnswer(429, '<html>')],
    ['an exception with 429', errorAnswer('InvalidSignatureException', 9, 429)],
  ])('takes %s for an answer of the service', (_what, outcome) => {
    expect(read(outcome).kind).toBe('service');
  });

  it.each<readonly [string, HttpOutcome, string, string, string]>([
    [
      'a proxy that asks for a login',
      asking(false),
      'proxy',
      'proxy-login-required',
      'HTTP 407 ("proxy:3128")',
    ],
    [
      'a login that a proxy refused',
      asking(true),
      'proxy',
      'proxy-login-refused',
      'HTTP 407 ("proxy:3128")',
    ],
    ['no answer in time', { kind: 'timeout' }, 'answer', 'answer-silent', 'no answer in 6 s'],
    [
      'an endless answer',
      { kind: 'too-large', limitBytes: 9 },
      'answer',
      'not-the-service',
      'over 9 bytes',
    ],
    [
      'a network that answers 511',
      httpAnswer(511, '<html>'),
      'sign-in',
      'network-sign-in',
      'HTTP 511',
    ],
    ['a page', httpAnswer(200, '  <html>'), 'answer', 'not-the-service', 'HTTP 200, HTML'],
    ['a page of a fault', httpAnswer(403, '<html>'), 'answer', 'not-the-service', 'HTTP 403, HTML'],
    [
      'a redirect to elsewhere',
      moved('http://portal.example/?t=1'),
      'answer',
      'not-the-service',
      TO_PORTAL,
    ],
    [
      'a redirect within the service',
      moved('/v2?token=1'),
      'answer',
      'not-the-service',
      'HTTP 302 to "mfa.example.com"',
    ],
    ['a redirect to nowhere', moved('http://'), 'answer', 'not-the-service', 'HTTP 302'],
    ['a page with 503', httpAnswer(503, '<html>'), 'answer', 'server-error', 'HTTP 503'],
    ['a text with 404', httpAnswer(404, 'no'), 'answer', 'not-the-service', 'HTTP 404'],
    [
      'a success with 403',
      httpAnswer(403, { status: 'OK' }),
      'answer',
      'not-the-service',
      'HTTP 403',
    ],
    ['an empty answer', httpAnswer(200), 'answer', 'not-the-service', 'HTTP 200, empty'],
    ['a text', httpAnswer(200, 'hello'), 'answer', 'not-the-service', 'HTTP 200, not JSON'],
    [
      'half an answer',
      httpAnswer(400, '{"status":'),
      'answer',
      'answer-cut',
      'HTTP 400, JSON that ends too early',
    ],
    ['other JSON', httpAnswer(200, { a: 1 }), 'answer', 'not-the-service', 'HTTP 200, no envelope'],
  ])('diagnoses %s', (_name, outcome, check, code, evidence) => {
    expect(read(outcome)).toMatchObject({ kind: 'fault', check, code, evidence });
  });
});
