import { describe, expect, it } from 'vitest';
import { ProxyLogins } from '../../../../electron/network/proxy-credentials.ts';
import {
  redactedFailure,
  redactingHttp,
  redactSecrets,
} from '../../../../electron/network/redact.ts';
import type { HttpOutcome, HttpRequest } from '../../../../electron/network/http-port.ts';
import { serviceTextOf } from '../../../../shared/login/machine/step.ts';
import { evidenceOf, type ServiceFailure } from '../../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { exception } from '../../../support/login/login-fixtures.ts';

const TOKEN = { text: 'TOKENCANARY123456', shownAs: '[system token]' };

describe('redaction of secrets (SEC-34)', () => {
  it.each([
    ['a TOKENCANARY123456 b', 'a [system token] b'],
    ['host tokencanary123456.example', 'host [system token].example'],
    ['cut: NCANARY12', '[hidden: holds a part of the system token]'],
    ['TOKEN-CANARY-123456', '[hidden: holds a part of the system token]'],
    ['ERR_CERT_DATE_INVALID', 'ERR_CERT_DATE_INVALID'],
    ['', ''],
  ])('redacts %j to %j', (text, redacted) => {
    expect(redactSecrets(text, [TOKEN])).toBe(redacted);
  });

  it('matches a short secret exactly and ignores one that is too short', () => {
    const short = { text: 'a.b*', shownAs: '[x]' };
    expect(redactSecrets('A.B* a.b* axbb', [short])).toBe('A.B* [x] axbb');
    expect(redactSecrets('abc', [{ text: 'b', shownAs: '[x]' }])).toBe('abc');
    expect(redactSecrets('abc', [{ text: '', shownAs: '[x]' }])).toBe('abc');
  });

  it('hides every login that a proxy was given, also a refused one', () => {
    const logins = new ProxyLogins();
    const asking = { name: 'p:1', transport: 'PROXY', scheme: 'basic' };
    for (const password of ['Hunter2-Canary', 'other pass']) {
      const login = { username: 'bob at proxy', password };
      logins.answer(asking, null);
      expect(logins.provide('PROXY p:1 basic', login)).toBe(true);
      expect(logins.answer(asking, login).kind).toBe('none');
    }
    const said = 'issued by "bob at proxy:Hunter2-Canary", then other pass';
    expect(redactSecrets(said, logins.secrets())).not.toMatch(/bob|hunter|other/i);
  });

  it.each<HttpOutcome>([
    {
      kind: 'tls',
      fault: 'other',
      evidence: toEvidence`ERR_CERT_INVALID (issued by "${TOKEN.text}")`,
    },
    { kind: 'network', fault: 'unknown', evidence: toEvidence`${TOKEN.text}` },
    { kind: 'proxy-login', evidence: toEvidence`${TOKEN.text}`, proxy: null },
  ])('leaves no secret in the evidence of an exchange that ends as $kind', async (outcome) => {
    const http = redactingHttp(
      () => Promise.resolve(outcome),
      () => [TOKEN],
    );
    expect(JSON.stringify(await http({} as HttpRequest))).not.toContain(TOKEN.text);
  });

  it('leaves no secret in a failure from the service', () => {
    const serviceText = { message: `m ${TOKEN.text}`, details: `d ${TOKEN.text}` };
    const said = exception('MissingHeaderException', 1, { field: TOKEN.text, serviceText });
    const tooMany = { kind: 'too-many', retryAfterMs: null, serviceText } as const;
    const shown = (one: ServiceFailure): string =>
      JSON.stringify([evidenceOf(one), serviceTextOf(one)]);
    for (const one of [said, exception(TOKEN.text, 1, { serviceText }), tooMany]) {
      expect(shown(redactedFailure(one, [TOKEN]))).not.toContain(TOKEN.text);
      expect(shown(one)).toContain(TOKEN.text);
    }
    const other: ServiceFailure = { kind: 'status', status: 503 };
    expect(redactedFailure(other, [TOKEN])).toBe(other);
  });
});
