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
  it.each([
    errorAnswer('InvalidSignatureException', 9),
    errorAnswer('InvalidSignatureException', 9, 403),
    httpAnswer(200, { status: 'OK' }),
    httpAnswer(429, '<html>'),
    errorAnswer('InvalidSignatureException', 9, 429),
  ])('of the service', (outcome) => {
    expect(read(outcome).kind).toBe('service');
  });

  it.each<readonly [string, HttpOutcome, string, string, string]>([
    ['a login', asking(false), 'proxy', 'proxy-login-required', 'HTTP 407 ("proxy:3128")'],
    ['a refused login', asking(true), 'proxy', 'proxy-login-refused', 'HTTP 407 ("proxy:3128")'],
    ['late', { kind: 'timeout' }, 'answer', 'answer-silent', 'no answer in 6 s'],
    ['endless', { kind: 'too-large', limitBytes: 9 }, 'answer', 'not-the-service', 'over 9 bytes'],
    ['511', httpAnswer(511, '<html>'), 'sign-in', 'network-sign-in', 'HTTP 511'],
    ['a page', httpAnswer(200, '  <html>'), 'answer', 'not-the-service', 'HTTP 200, HTML'],
    ['a page of a fault', httpAnswer(403, '<html>'), 'answer', 'not-the-service', 'HTTP 403, HTML'],
    ['elsewhere', moved('http://portal.example/?t=1'), 'answer', 'not-the-service', TO_PORTAL],
    ['within', moved('/v2?token=1'), 'answer', 'not-the-service', 'HTTP 302 to "mfa.example.com"'],
    ['nowhere', moved('http://'), 'answer', 'not-the-service', 'HTTP 302'],
    ['503', httpAnswer(503, '<html>'), 'answer', 'server-error', 'HTTP 503'],
    ['404', httpAnswer(404, 'no'), 'answer', 'not-the-service', 'HTTP 404'],
    ['403', httpAnswer(403, { status: 'OK' }), 'answer', 'not-the-service', 'HTTP 403'],
    ['nothing', httpAnswer(200), 'answer', 'not-the-service', 'HTTP 200, empty'],
    ['a text', httpAnswer(200, 'hello'), 'answer', 'not-the-service', 'HTTP 200, not JSON'],
    [
      'half',
      httpAnswer(400, '{"status":'),
      'answer',
      'answer-cut',
      'HTTP 400, JSON that ends too early',
    ],
    ['other JSON', httpAnswer(200, { a: 1 }), 'answer', 'not-the-service', 'HTTP 200, no envelope'],
  ])('of %s', (_name, outcome, check, code, evidence) => {
    expect(read(outcome)).toMatchObject({ kind: 'fault', check, code, evidence });
  });
});
