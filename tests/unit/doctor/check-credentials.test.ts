import { describe, expect, it } from 'vitest';
import { checkCredentials } from '../../../electron/doctor/check-credentials.ts';
import type { HttpOutcome, HttpRequest } from '../../../electron/service/http-port.ts';
import { chromiumFailure } from '../../../electron/service/network-errors.ts';
import type { Config } from '../../../shared/config/config-schema.ts';
import { errorAnswer, FakeHttp, httpAnswer } from '../../support/fake-http.ts';
import { fakeContext, ok, signer } from './fake-ports.ts';

const HEADER = 'x-service-signature';
const ABSENT = httpAnswer(404, 'no');
const SIGNATURE = errorAnswer('InvalidSignatureException', 9);
const missing = (name: string): HttpOutcome =>
  httpAnswer(400, { status: 'ERROR', result: { exception: 'MissingFieldException', code: 3, name } });

const refusedWith = (status: number): HttpOutcome =>
  httpAnswer(status, {
    status: 'ERROR',
    result: { exception: 'MissingFieldException', code: 3, name: 'username' },
  });
const goodWith = (status: number): HttpOutcome => httpAnswer(status, { status: 'OK' });

async function look(answers: readonly HttpOutcome[], service: Partial<Config['service']> = {}) {
  const http = new FakeHttp().answer(...answers);
  const found = await checkCredentials(fakeContext({ http: http.port }, service), signer(), '1.2.3');
  return { ...found, requests: http.requests };
}
const bodyOf = ({ body }: HttpRequest): unknown => JSON.parse(Buffer.from(body ?? []).toString());

describe('the check of secret and token', () => {
  it.each<readonly [string, readonly HttpOutcome[], string, string]>([
    ['right', [ok()], 'well', 'OK'],
    ['another secret', [SIGNATURE], 'secret-wrong', 'InvalidSignatureException 9'],
    [
      'another token',
      [errorAnswer('ApplicationNotFoundException', null)],
      'system-token-wrong',
      'ApplicationNotFoundException',
    ],
    ['another token, by number', [errorAnswer('APIException', 10)], 'system-token-wrong', 'APIException 10'],
    ['absent, right', [ABSENT, missing('username')], 'well', 'MissingFieldException 3 username'],
    ['absent, another secret', [ABSENT, SIGNATURE], 'secret-wrong', 'InvalidSignatureException 9'],
    [
      'absent, another token',
      [ABSENT, errorAnswer('APIException', 10)],
      'system-token-wrong',
      'APIException 10',
    ],
    [
      'absent, an application with a page to come back to',
      [ABSENT, missing('callbackUrl')],
      'application-type-wrong',
      'MissingFieldException 3 callbackUrl',
    ],
    [
      'absent, a token that did not arrive',
      [ABSENT, missing('systemToken')],
      'credentials-unknown',
      'MissingFieldException 3 systemToken',
    ],
    [
      'not allowed, right',
      [errorAnswer('ForbiddenMethodException', null), missing('username')],
      'well',
      'MissingFieldException 3 username',
    ],
    [
      'a header that the service misses',
      [errorAnswer('MissingHeaderException', null)],
      'signature-missing',
      'MissingHeaderException',
    ],
    ['too many', [httpAnswer(429), httpAnswer(429)], 'credentials-unknown', 'HTTP 429'],
    ['absent, strange', [ABSENT, ok()], 'credentials-unknown', 'HTTP 200'],
    ['absent, unknown', [ABSENT, errorAnswer('NewException', 7)], 'credentials-unknown', 'NewException 7'],
    [
      'another fault of that number',
      [errorAnswer('APIException', 11), SIGNATURE],
      'secret-wrong',
      'InvalidSignatureException 9',
    ],
    ['silent', [{ kind: 'timeout' }, { kind: 'timeout' }], 'answer-silent', 'no answer in 4 s'],
    ['cut', [ABSENT, chromiumFailure('ERR_EMPTY_RESPONSE')], 'answer-cut', 'ERR_EMPTY_RESPONSE'],
    ['gone', [ABSENT, httpAnswer(503)], 'server-error', 'HTTP 503'],
    ['filtered', [ABSENT, httpAnswer(403, '<html>')], 'not-the-service', 'HTTP 403, HTML'],
    [
      'sent elsewhere',
      [ABSENT, httpAnswer(302, '', { location: 'http://other.example/' })],
      'network-sign-in',
      'HTTP 302 to "other.example"',
    ],
    [
      'said with a status that no login reads',
      [refusedWith(404), refusedWith(404)],
      'not-the-service',
      'HTTP 404, MissingFieldException 3 username',
    ],
    ['a success that no login reads', [goodWith(400), goodWith(400)], 'not-the-service', 'HTTP 400, OK'],
  ])('%s', async (_name, answers, code, evidence) => {
    const { requests, ...found } = await look(answers);
    expect(found).toMatchObject({ check: 'credentials', code, evidence });
    expect(requests).toHaveLength(answers.length);
  });

  it('signs what it sends, and names nobody, so that nothing begins', async () => {
    const { requests } = await look([ABSENT, missing('username')]);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/app/init',
      '/api/transaction/init',
    ]);
    expect(requests.map(bodyOf)).toEqual([
      { systemToken: 'SYSTEM-TOKEN', appVer: '1.2.3', params: { sdkVer: '1.2.3' } },
      { systemToken: 'SYSTEM-TOKEN', params: { appVer: '1.2.3' } },
    ]);
    for (const { headers, body } of requests) {
      expect(await signer().verify(body ?? new Uint8Array(), headers['X-Service-Signature'] ?? '')).toBe(
        true,
      );
    }
  });

  it.each([
    ['when-present', 'wrong', 'signature-wrong'],
    ['required', 'wrong', 'signature-wrong'],
    ['off', 'wrong', 'well'],
    ['when-present', 'right', 'well'],
    ['required', 'right', 'well'],
    ['when-present', 'missing', 'well'],
    ['off', 'missing', 'well'],
    ['required', 'missing', 'answer-unsigned'],
  ] as const)(
    'of an answer under "%s" whose signature is %s is %s',
    async (responseSignature, kind, code) => {
      const right = await signer().sign(ok().body);
      const headers = { right: { [HEADER]: right }, wrong: { [HEADER]: 'a'.repeat(64) }, missing: {} }[kind];
      expect(await look([ok(headers)], { responseSignature })).toMatchObject({ code });
    },
  );
});
