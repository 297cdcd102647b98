import { describe, expect, it } from 'vitest';
import { askedFor, cutOff } from '../../../../electron/network/exchange-outcome.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import type { HttpOutcome } from '../../../../electron/network/http-port.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';

const PROXY = { id: '1', name: 'proxy.example.com:3128', hasRefused: false };

const answer = (status: number): HttpOutcome => ({
  kind: 'response',
  status,
  headers: {},
  body: new Uint8Array(),
});
const RESET = chromiumFailure('ERR_CONNECTION_RESET');
const TOO_LARGE: HttpOutcome = { kind: 'too-large', limitBytes: 10 };

/** The text of an outcome's evidence. */
const textOf = (outcome: HttpOutcome): string =>
  'evidence' in outcome ? evidenceText(outcome.evidence) : '';

describe('the outcome of an exchange whose answer began', () => {
  it.each([
    ['a broken connection', RESET, 'HTTP 403, cut off (ERR_CONNECTION_RESET)'],
    ['a time-out', { kind: 'timeout' }, 'HTTP 403, cut off (no end in time)'],
  ] as const)('counts %s as a cut answer, which is no silence (SEC-23)', (_what, outcome, text) => {
    const cut = cutOff(outcome, 403);
    expect(cut).toMatchObject({ kind: 'network', fault: 'cut' });
    expect(textOf(cut)).toBe(text);
  });

  it.each([
    ['an answer', answer(200)],
    ['a fault of TLS', chromiumFailure('ERR_CERT_DATE_INVALID')],
    ['an answer that is too large', TOO_LARGE],
    ['an end that the caller wants', { kind: 'aborted' }],
  ] as const)('stays %s', (_what, outcome) => {
    expect(cutOff(outcome, 403)).toBe(outcome);
  });
});

describe('the outcome of an exchange whose proxy asked for a missing login', () => {
  it.each([
    ['the answer of the proxy', answer(407), 'HTTP 407'],
    [
      'a tunnel that the proxy refuses',
      chromiumFailure('ERR_TUNNEL_CONNECTION_FAILED'),
      'ERR_TUNNEL_CONNECTION_FAILED',
    ],
    ['an endless answer', { kind: 'timeout' }, 'HTTP 407'],
    ['an answer that is too large', TOO_LARGE, 'HTTP 407'],
  ] as const)('asks for the login of the proxy after %s', (_what, outcome, text) => {
    const asked = askedFor(outcome, PROXY);
    expect(asked).toMatchObject({ kind: 'proxy-login', proxy: PROXY });
    expect(textOf(asked)).toBe(text);
  });

  it.each([
    ['an answer of the service', answer(200)],
    ['a fault of TLS', chromiumFailure('ERR_CERT_DATE_INVALID')],
    ['an end that the caller wants', { kind: 'aborted' }],
  ] as const)('stays %s', (_what, outcome) => {
    expect(askedFor(outcome, PROXY)).toBe(outcome);
  });
});
