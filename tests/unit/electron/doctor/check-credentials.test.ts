import { describe, expect, it } from 'vitest';
import { checkCredentials } from '../../../../electron/doctor/check-credentials.ts';
import type { HttpOutcome, HttpRequest } from '../../../../electron/network/http-port.ts';
import type { Config } from '../../../../shared/config/config-schema.ts';
import { errorAnswer, FakeHttp, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { fakeContext, ok, signer } from './fake-ports.ts';

const HEADER = 'x-service-signature';
const ABSENT = httpAnswer(404, 'no');
const SIGNATURE = errorAnswer('InvalidSignatureException', 9);
const NO_APPLICATION = errorAnswer('ApplicationNotFoundException', null);
const NO_HEADER = errorAnswer('MissingHeaderException', null);
const FORBIDDEN = errorAnswer('ForbiddenMethodException', null);
const EXPIRED = errorAnswer('TransactionIdExpiredException', 11);
const SILENCE: HttpOutcome = { kind: 'timeout' };
const PAGE = httpAnswer(403, '<html>');
const missing = (name: string, status = 400): HttpOutcome =>
  httpAnswer(status, {
    status: 'ERROR',
    result: { exception: 'MissingFieldException', code: 3, name },
  });
const refusedWith = (status: number): HttpOutcome => missing('username', status);
const goodWith = (status: number): HttpOutcome => httpAnswer(status, { status: 'OK' });

const NO_ADDRESS = missing('callbackUrl');
/** A healthy promptless application's answer to init without a username. */
const NO_NAME = missing('username');

/**
 * Answers of `/api/app/init`, then of init and of methodSSH; those that are left out are of a
 * healthy application.
 */
async function look(
  [appInit = ABSENT, init = NO_NAME, methodSsh = missing('tid')]: readonly HttpOutcome[],
  service: Partial<Config['service']> = {},
) {
  const http = new FakeHttp().answer(appInit, init, methodSsh);
  const found = await checkCredentials(
    fakeContext({ http: http.port }, service),
    { signer: signer(), systemToken: 'SYSTEM-TOKEN' },
    '1.2.3',
  );
  return { ...found, requests: http.requests };
}
const bodyOf = ({ body }: HttpRequest): unknown => JSON.parse(Buffer.from(body ?? []).toString());

const MISSED = 'MissingFieldException 3';
const WRONG = 'application-type-wrong';
const UNKNOWN = 'application-type-unknown, transaction/methodSSH';

describe('the check of secret and token', () => {
  it.each<readonly [string, readonly HttpOutcome[], string]>([
    ['an answer of OK', [ok()], 'well: OK'],
    ['a signature that is refused', [SIGNATURE], 'secret-wrong: InvalidSignatureException 9'],
    [
      'an unknown application',
      [NO_APPLICATION],
      'system-token-wrong: ApplicationNotFoundException',
    ],
    [
      'an unknown application, by its number',
      [errorAnswer('APIException', 10)],
      'system-token-wrong: APIException 10',
    ],
    ['a missing name, without app/init', [ABSENT, NO_NAME], `well: ${MISSED} username`],
    [
      'a signature that is refused, without app/init',
      [ABSENT, SIGNATURE],
      'secret-wrong: InvalidSignatureException 9',
    ],
    [
      'a missing callback address, without app/init',
      [ABSENT, NO_ADDRESS],
      `${WRONG}: ${MISSED} callbackUrl`,
    ],
    [
      'a token that did not arrive, without app/init',
      [ABSENT, missing('systemToken')],
      `credentials-unknown: ${MISSED} systemToken`,
    ],
    [
      'a missing name, if app/init is not allowed',
      [FORBIDDEN, NO_NAME],
      `well: ${MISSED} username`,
    ],
    ['a header that the service misses', [NO_HEADER], 'signature-missing: MissingHeaderException'],
    ['too many requests', [httpAnswer(429), httpAnswer(429)], 'credentials-unknown: HTTP 429'],
    ['a strange answer, without app/init', [ABSENT, ok()], 'credentials-unknown: HTTP 200'],
    [
      'an unknown exception, without app/init',
      [ABSENT, errorAnswer('NewException', 7)],
      'credentials-unknown: NewException 7',
    ],
    [
      'another fault of that number',
      [errorAnswer('APIException', 11), SIGNATURE],
      'secret-wrong: InvalidSignatureException 9',
    ],
    ['silence', [SILENCE, SILENCE], 'answer-silent: no answer in 4 s'],
    ['a page of a filter, without app/init', [ABSENT, PAGE], 'not-the-service: HTTP 403, HTML'],
    [
      'a missing name that is said with 201',
      [refusedWith(201), refusedWith(201)],
      `not-the-service: HTTP 201, ${MISSED} username`,
    ],
    [
      'a missing name that is said with 422',
      [ABSENT, refusedWith(422)],
      `well: ${MISSED} username`,
    ],
    [
      'a signature that is refused with 401',
      [errorAnswer('InvalidSignatureException', 9, 401)],
      'secret-wrong: InvalidSignatureException 9',
    ],
    [
      'a bypass that no login believes',
      [ABSENT, errorAnswer('UserBypassedException', 45, 403)],
      'not-the-service: HTTP 403, UserBypassedException 45',
    ],
    [
      'a success that no login reads',
      [goodWith(400), goodWith(400)],
      'not-the-service: HTTP 400, OK',
    ],
  ])('judges secret and token by %s', async (_name, answers, said) => {
    const { requests, check, code, evidence } = await look(answers);
    expect([check, `${code}: ${evidence}`]).toEqual(['credentials', said]);
    // A proven fault needs no second question.
    const isProven = answers.length === 1 && code !== 'well';
    expect(requests).toHaveLength(isProven ? 1 : 3);
  });

  it.each<readonly [string, readonly HttpOutcome[], string]>([
    ['promptless', [ok()], 'well, app/init: OK'],
    ['promptless, by the other field', [ok(), NO_NAME, missing('method')], 'well, app/init: OK'],
    ['promptless, which knows no such transaction', [ok(), NO_NAME, EXPIRED], 'well, app/init: OK'],
    [
      'prompt-capable, the address missed first',
      [ok(), NO_ADDRESS],
      `${WRONG}, transaction/init: ${MISSED} callbackUrl`,
    ],
    [
      'prompt-capable, the name missed first',
      [ok(), NO_NAME, NO_ADDRESS],
      `${WRONG}, transaction/methodSSH: ${MISSED} callbackUrl`,
    ],
    [
      'prompt-capable, no configuration check',
      [ABSENT, NO_NAME, NO_ADDRESS],
      `${WRONG}, transaction/methodSSH: ${MISSED} callbackUrl`,
    ],
    [
      'prompt-capable, an address',
      [ok(), httpAnswer(200, { status: 'OK', result: { webURI: 'https://x' } })],
      `${WRONG}, transaction/init: HTTP 200`,
    ],
    [
      'not told: a call that is not allowed',
      [ok(), NO_NAME, FORBIDDEN],
      `${UNKNOWN}: ForbiddenMethodException`,
    ],
    ['not told: another field', [ABSENT, NO_NAME, NO_NAME], `${UNKNOWN}: ${MISSED} username`],
    ['not told: silence', [ok(), NO_NAME, SILENCE], `${UNKNOWN}: no answer in 4 s`],
    ['init is filtered away', [ok(), PAGE], 'not-the-service, transaction/init: HTTP 403, HTML'],
  ])('judges the type of the application: %s', async (_name, answers, said) => {
    const { code, tried, evidence } = await look(answers);
    expect(`${code}, ${tried.replace('POST https://mfa.example.com/api/', '')}: ${evidence}`).toBe(
      said,
    );
  });

  it('signs its requests and sends no username, so that no login begins', async () => {
    const { requests } = await look([ABSENT, NO_NAME]);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/app/init',
      '/api/transaction/init',
      '/api/transaction/methodSSH',
    ]);
    expect(requests.map(bodyOf)).toEqual([
      { systemToken: 'SYSTEM-TOKEN', appVer: '1.2.3', params: { sdkVer: '1.2.3' } },
      { systemToken: 'SYSTEM-TOKEN', params: { appVer: '1.2.3' } },
      { systemToken: 'SYSTEM-TOKEN' },
    ]);
    for (const { headers, body } of requests) {
      const verified = await signer().verify(
        body ?? new Uint8Array(),
        headers['X-Service-Signature'] ?? '',
      );
      expect(verified).toEqual({ ok: true, value: true });
    }
  });

  it.each([
    ['when-present', 'wrong', 'response-signature-wrong'],
    ['required', 'wrong', 'response-signature-wrong'],
    ['off', 'wrong', 'well'],
    ['when-present', 'right', 'answers-optional'],
    ['required', 'right', 'well'],
    ['when-present', 'missing', 'well'],
    ['off', 'missing', 'well'],
    ['required', 'missing', 'answer-unsigned'],
  ] as const)(
    'reports, under "%s", an answer with a %s signature as "%s"',
    async (responseSignature, kind, code) => {
      const signature = await signer().sign(ok().body);
      const right = signature.ok ? signature.value : '';
      const headers = {
        right: { [HEADER]: right },
        wrong: { [HEADER]: 'a'.repeat(64) },
        missing: {},
      }[kind];
      expect(await look([ok(headers)], { responseSignature })).toMatchObject({ code });
    },
  );
});
