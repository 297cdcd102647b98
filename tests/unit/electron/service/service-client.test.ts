import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { givenCredentials } from '../../../../electron/service/credentials.ts';
import { createLocalSigner, type Signer } from '../../../../electron/service/request-signer.ts';
import type { Endpoint } from '../../../../shared/outcomes/reaction-policy.ts';
import type { HttpOutcome } from '../../../../electron/network/http-port.ts';
import {
  createServiceClient,
  type ServiceClientOptions,
  MAX_ANSWER_BYTES,
  type ServiceClient,
  type StartContext,
} from '../../../../electron/service/service-client.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { errorAnswer, FakeHttp, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { failure, success, type Result } from '../../../../shared/result.ts';

const SECRET = 'a1b2c3d4e5f60718293a4b5c6d7e8f';
const HEADER = 'x-service-signature';
const IDENTITY = { username: 'alice', email: 'alice@example.com', consumerParams: null };
const OK = JSON.stringify({ status: 'OK', result: IDENTITY });
const right = (body: string): string => createHmac('sha256', SECRET).update(body).digest('hex');

const TOKEN = '0123456789ABCDEF';
const NOTHING: StartContext = {
  appVer: '1.2.3',
  hostName: null,
  os: null,
  userIP: null,
  userPhone: null,
  userEmail: null,
  logoutUrl: null,
};

function clientWith(http: FakeHttp, changes: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient({
    secrets: () => [],
    http: http.port,
    credentials: givenCredentials(createLocalSigner(Buffer.from(SECRET), 'hex'), TOKEN),
    baseUrl: 'https://mfa.example.com/base',
    signatureHeader: 'X-Service-Signature',
    responseSignature: 'when-present',
    signedAnswers: new Set(),
    requestTimeoutMs: 30_000,
    applicationType: 'promptless',
    contextFor: () => NOTHING,
    ...changes,
  });
}

/** The result of the credentials call for an answer. */
async function credentials(
  outcome: HttpOutcome,
  changes: Partial<ServiceClientOptions> = {},
): Promise<unknown> {
  const http = new FakeHttp().answer(outcome);
  const answer = await clientWith(http, changes).credentials(
    'access',
    new AbortController().signal,
  );
  expect(http.requests).toHaveLength(1);
  return answer.ok ? answer.value : answer.error;
}

describe('a remark on the secret key', () => {
  const REMARK = 'the secret key has a blank at its end';
  /** The failures of all calls, each of which has this answer. */
  const failuresOf = async (answer: HttpOutcome, remark: string | null) => {
    const source = givenCredentials(createLocalSigner(Buffer.from(SECRET), 'hex'), TOKEN);
    const http = new FakeHttp();
    for (let call = 0; call < 5; call += 1) http.answer(answer);
    const client = clientWith(http, { credentials: { ...source, keyRemark: () => remark } });
    const { signal } = new AbortController();
    const answers = await Promise.all([
      client.init('alice', signal, null),
      client.selectMethod('tid', 'push', signal),
      client.confirmCode('tid', '123456', signal),
      client.confirmSecurityKey('token', 'otp', signal),
      client.credentials('token', signal),
    ]);
    return answers.map((one) => (one.ok ? null : one.error));
  };
  const SIGNATURE_REFUSED = errorAnswer('InvalidSignatureException', 9);

  it('puts the remark on the key behind the evidence of each refusal of the signature', async () => {
    const plain = await failuresOf(SIGNATURE_REFUSED, null);
    const remarked = await failuresOf(SIGNATURE_REFUSED, REMARK);
    expect(remarked).toEqual(
      plain.map((one) => ({ ...one, evidence: `InvalidSignatureException 9; ${REMARK}` })),
    );
  });

  it.each([
    ['another exception', errorAnswer('UserDeniedException', 15)],
    ['another failure', chromiumFailure('ERR_CONNECTION_RESET')],
  ])('puts no remark on the key behind %s', async (_what, answer) => {
    expect(await failuresOf(answer, REMARK)).toEqual(await failuresOf(answer, null));
  });
});

describe('the signature of an answer (SEC-27)', () => {
  const other = right(`${OK} `);
  const modes = ['required', 'when-present', 'off'] as const;
  const found = (what: 'wrong' | 'missing') => ({ kind: 'response-signature', found: what });

  it.each([
    ['right', { [HEADER]: right(OK) }, [IDENTITY, IDENTITY, IDENTITY]],
    ['absent', {}, [found('missing'), IDENTITY, IDENTITY]],
    ['empty', { [HEADER]: '' }, [found('missing'), IDENTITY, IDENTITY]],
    ['in another header', { 'x-other': right(OK) }, [found('missing'), IDENTITY, IDENTITY]],
    ['of another body', { [HEADER]: other }, [found('wrong'), found('wrong'), IDENTITY]],
  ] as const)('judges a signature that is %s by the policy', async (_what, headers, expected) => {
    const answers = await Promise.all(
      modes.map((responseSignature) =>
        credentials(httpAnswer(200, OK, headers), { responseSignature }),
      ),
    );
    expect(answers).toEqual(expected);
  });

  it('checks a signature over the bytes as they came, not the JSON', async () => {
    const spaced = ` { "status" : "OK", "result" : ${JSON.stringify(IDENTITY)} }\n`;
    const headers = { [HEADER]: right(spaced) };
    expect(
      await credentials(httpAnswer(200, spaced, headers), { responseSignature: 'required' }),
    ).toEqual(IDENTITY);
  });

  it('looks for a signature under the configured name, without case', async () => {
    const answer = httpAnswer(200, OK, { 'x-brand-sig': right(OK) });
    const changes = { signatureHeader: 'X-BRAND-Sig', responseSignature: 'required' } as const;
    expect(await credentials(answer, changes)).toEqual(IDENTITY);
  });

  it.each(modes)(
    'asks for no signature of an ERROR answer with the policy %s',
    async (responseSignature) => {
      const answer = await credentials(errorAnswer('APIException', 10), { responseSignature });
      expect(answer).toMatchObject({ kind: 'exception', exception: 'APIException', code: 10 });
    },
  );

  it('looks at the signature before the result', async () => {
    const body = JSON.stringify({ status: 'OK', result: { username: 7 } });
    expect(await credentials(httpAnswer(200, body, { [HEADER]: 'aa' }))).toEqual(found('wrong'));
  });
});

describe('an answer that was signed once (SEC-99)', () => {
  const unsigned = httpAnswer(200, OK);
  const signed = httpAnswer(200, OK, { [HEADER]: right(OK) });
  const dropped = { kind: 'response-signature', found: 'dropped' };

  it('refuses an answer without a signature once it was signed', async () => {
    const signedAnswers = new Set<Endpoint>();
    expect(await credentials(unsigned, { signedAnswers })).toEqual(IDENTITY);
    expect(await credentials(signed, { signedAnswers })).toEqual(IDENTITY);
    expect(await credentials(unsigned, { signedAnswers })).toEqual(dropped);
    expect(await credentials(httpAnswer(200, OK, { [HEADER]: '' }), { signedAnswers })).toEqual(
      dropped,
    );
    expect(await credentials(signed, { signedAnswers })).toEqual(IDENTITY);
  });

  it('asks for no signature of another call, an ERROR answer or a bypass once an answer was signed', async () => {
    expect(await credentials(unsigned, { signedAnswers: new Set<Endpoint>(['init']) })).toEqual(
      IDENTITY,
    );
    const signedAnswers = new Set<Endpoint>(['credentials']);
    for (const name of ['APIException', 'UserBypassedException']) {
      expect(await credentials(errorAnswer(name, 45), { signedAnswers })).toMatchObject({
        exception: name,
      });
    }
  });

  it('remembers no signed answer if the policy says it all or the signature is wrong', async () => {
    for (const responseSignature of ['off', 'required'] as const) {
      const signedAnswers = new Set<Endpoint>();
      await credentials(signed, { responseSignature, signedAnswers });
      expect([...signedAnswers]).toEqual([]);
    }
    const signedAnswers = new Set<Endpoint>(['credentials']);
    expect(await credentials(unsigned, { responseSignature: 'off', signedAnswers })).toEqual(
      IDENTITY,
    );
    signedAnswers.clear();
    await credentials(httpAnswer(200, OK, { [HEADER]: right(`${OK} `) }), { signedAnswers });
    expect([...signedAnswers]).toEqual([]);
  });
});

const REFUSAL = { kind: 'status', isRefusal: true };

describe('the HTTP status', () => {
  it.each([
    [204, { kind: 'status', status: 204 }],
    [201, { kind: 'status', status: 201 }],
    [301, { kind: 'redirected', status: 301, hasTarget: false }],
    [399, { kind: 'redirected', status: 399, hasTarget: false }],
    [401, { kind: 'status', status: 401 }],
    [407, { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: null }],
    [429, { kind: 'too-many', retryAfterMs: null, serviceText: null }],
    [500, { kind: 'status', status: 500 }],
    [511, { kind: 'portal', status: 511 }],
  ] as const)('decides by the HTTP status %i, whatever the body says', async (status, failure) => {
    for (const body of [OK, '', '<html>'])
      expect(await credentials(httpAnswer(status, body))).toEqual(failure);
  });

  it.each([
    ['http://sign-in.example/?to=1', true],
    ['//sign-in.example', true],
    ['https://mfa.example.com:9443/other', true],
    ['/api', true],
    ['', false],
    ['http://', false],
  ])('tells of a redirect to %j whether it has a target: %s', async (location, hasTarget) => {
    expect(await credentials(httpAnswer(302, '', { location }))).toEqual({
      kind: 'redirected',
      status: 302,
      hasTarget,
    });
  });

  it.each([200, 401, 403, 404, 429, 499])(
    'takes an exception with the HTTP status %i as with 400, which the specification leaves open',
    async (status) => {
      for (const [name, code] of [
        ['APIException', 10],
        ['InvalidSignatureException', 9],
        ['TransactionIdExpiredException', 11],
        ['PasscodeException', 18],
        ['UserDeniedException', null],
      ] as const) {
        const with400 = await credentials(errorAnswer(name, code, 400));
        expect(with400).toMatchObject({ kind: 'exception', exception: name, code });
        expect(await credentials(errorAnswer(name, code, status))).toEqual(with400);
      }
      expect(
        await credentials(errorAnswer('TooManyRequestsException', null, status)),
      ).toMatchObject({
        kind: 'too-many',
      });
    },
  );

  it('takes 429 before an unknown exception, and an unknown exception before another status', async () => {
    const serviceText = { message: 'message', details: null };
    expect(await credentials(errorAnswer('ThrottledException', 1, 429))).toEqual({
      kind: 'too-many',
      retryAfterMs: null,
      serviceText,
    });
    expect(await credentials(errorAnswer('PasscodeException', 99, 429))).toMatchObject({
      kind: 'too-many',
    });
    expect(await credentials(errorAnswer('ThrottledException', 1, 403))).toMatchObject({
      kind: 'exception',
      exception: 'ThrottledException',
    });
  });

  it.each([201, 299, 500, 599])('takes no exception with the HTTP status %i', async (status) => {
    for (const name of ['PasscodeException', 'TooManyRequestsException'])
      expect(await credentials(errorAnswer(name, 18, status))).toEqual({ ...REFUSAL, status });
  });

  it.each([201, 401, 403, 404, 499, 500])(
    'refuses a bypass with the HTTP status %i (SEC-21)',
    async (status) => {
      for (const code of [45, 46, null])
        expect(await credentials(errorAnswer('UserBypassedException', code, status))).toEqual({
          ...REFUSAL,
          status,
        });
    },
  );

  it('refuses a bypass from a proxy, a guest network, a redirect, or among too many (SEC-21)', async () => {
    const kindOf = async (status: number): Promise<unknown> =>
      ((await credentials(errorAnswer('UserBypassedException', 45, status))) as { kind: string })
        .kind;
    expect(await Promise.all([407, 511, 302, 429].map(kindOf))).toEqual([
      'proxy-login',
      'portal',
      'redirected',
      'too-many',
    ]);
  });

  it.each([
    ['a page', '<html>Blocked</html>'],
    ['other JSON', '{"error":"forbidden"}'],
    ['an envelope whose error has no name', '{"status":"ERROR","result":{"code":45}}'],
    ['half an envelope', '{"status":"ERROR","result":{"exception":"PasscodeExc'],
  ])(
    'decides by the HTTP status over %s if it is 401, 403, 404, 407, 409, 422 or 429',
    async (_what, body) => {
      for (const status of [401, 403, 404, 409, 422]) {
        expect(await credentials(httpAnswer(status, body))).toEqual({ kind: 'status', status });
      }
      expect(await credentials(httpAnswer(429, body))).toMatchObject({
        kind: 'too-many',
        serviceText: null,
      });
      expect(await credentials(httpAnswer(407, body))).toMatchObject({ kind: 'proxy-login' });
    },
  );

  it('refuses OK with the HTTP status 400', async () => {
    expect(await credentials(httpAnswer(400, OK))).toEqual({
      kind: 'malformed',
      evidence: 'OK with HTTP 400',
    });
  });
});

describe('too many requests', () => {
  it('takes Retry-After as a date with 429 alone', async () => {
    vi.useFakeTimers({ now: Date.UTC(2030, 0, 1, 12, 0, 0), toFake: ['Date'] });
    try {
      const headers = { 'retry-after': 'Tue, 01 Jan 2030 12:00:42 GMT' };
      expect(await credentials(httpAnswer(503, '', headers))).toEqual({
        kind: 'status',
        status: 503,
      });
      expect(await credentials(httpAnswer(429, '', headers))).toMatchObject({
        retryAfterMs: 42_000,
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([200, 400, 429])(
    'knows too many requests by the name of the exception with HTTP %i, with its words',
    async (status) => {
      const answer = errorAnswer('TooManyRequestsException', null, status);
      expect(await credentials({ ...answer, headers: { 'retry-after': '3' } })).toEqual({
        kind: 'too-many',
        retryAfterMs: 3_000,
        serviceText: { message: 'message', details: null },
      });
    },
  );
});

describe('a body that is no answer', () => {
  it.each([
    ['empty', '', 'empty body'],
    ['truncated JSON', OK.slice(0, -5), 'not JSON'],
    ['two documents', `${OK}${OK}`, 'not JSON'],
    ['JSON without an envelope', 'null', 'no envelope'],
    ['an envelope without a result', '{"status":"OK"}', 'result'],
  ])('refuses a body that is %s', async (_what, body, evidence) => {
    expect(await credentials(httpAnswer(200, body))).toEqual({ kind: 'malformed', evidence });
  });

  it.each([
    '<!DOCTYPE html><html>Down for maintenance</html>',
    '\n  <html>',
    `<br />\n<b>Notice</b>: Undefined index\n${OK}`,
  ])('takes a body of HTML for a page of something else: %j', async (body) => {
    expect(await credentials(httpAnswer(200, body))).toEqual({ kind: 'page', status: 200 });
    expect(await credentials(httpAnswer(400, body))).toEqual({
      kind: 'malformed',
      evidence: 'HTML instead of JSON',
    });
  });

  it('refuses a body that is not UTF-8, but only looks like it', async () => {
    const latin1 = Buffer.from('{"status":"OK","result":{"username":"M\xfcller"}}', 'latin1');
    expect(await credentials({ kind: 'response', status: 200, headers: {}, body: latin1 })).toEqual(
      {
        kind: 'malformed',
        evidence: 'not JSON',
      },
    );
  });

  it('takes a body that begins with a byte order mark', async () => {
    expect(await credentials(httpAnswer(200, `\ufeff${OK}`))).toEqual(IDENTITY);
  });
});

describe('a failure of the network', () => {
  it.each<HttpOutcome>([
    chromiumFailure('ERR_CONNECTION_REFUSED'),
    {
      kind: 'proxy-login',
      evidence: toEvidence`HTTP 407`,
      proxy: { id: 'p', name: 'p:3128', hasRefused: false },
    },
    { kind: 'timeout' },
    { kind: 'too-large', limitBytes: 262_144 },
    { kind: 'aborted' },
  ])('hands a failure of the network on as it is, without a retry: $kind', async (outcome) => {
    expect(await credentials(outcome)).toEqual(outcome);
  });
});

/** Sends one call and returns the network's requests. */
async function sent(
  call: (client: ServiceClient, signal: AbortSignal) => Promise<unknown>,
  changes: Partial<ServiceClientOptions> = {},
): Promise<FakeHttp> {
  const http = new FakeHttp().answer(httpAnswer(200, { status: 'OK' }));
  await call(clientWith(http, changes), new AbortController().signal);
  return http;
}

const choosePush = (client: ServiceClient, signal: AbortSignal) =>
  client.selectMethod('tid-1', 'push', signal);

describe('the signature', () => {
  it('signs a request as an independent tool does over the very bytes that are sent', async () => {
    // printf %s BODY | openssl dgst -sha256 -hmac SECRET
    const http = await sent(choosePush);
    expect(http.onlyBody()).toBe(`{"systemToken":"${TOKEN}","tid":"tid-1","method":"push"}`);
    expect(http.only().headers['X-Service-Signature']).toBe(
      'f2eebec38de66bfcf28a9bf54b385fceee5cf4fd02446c1a270ff136b4f6f908',
    );
  });

  it('puts the signature into the configured header', async () => {
    const http = await sent(choosePush, { signatureHeader: 'X-Brand-Signature' });
    expect(Object.keys(http.only().headers)).toEqual([
      'Content-Type',
      'Accept',
      'X-Brand-Signature',
    ]);
  });

  it.each(['ALICE', 'Ålice 🙂', 'أليس', '"quoted\\"', '\u2028', 'a/b</script>', '\ud800'])(
    'signs the UTF-8 bytes of %j as they are, serialised once',
    async (username) => {
      const http = await sent((client, signal) => client.init(username, signal, null));
      expect(http.only().headers['X-Service-Signature']).toBe(right(http.onlyBody()));
      expect(JSON.parse(http.onlyBody())).toMatchObject({ username });
    },
  );
});

describe('a request', () => {
  const OTHER = { method: 'POST', timeoutMs: 30_000, maxBytes: MAX_ANSWER_BYTES, atMostOnce: true };
  const BASE = 'https://mfa.example.com/base/api/transaction';

  it.each([
    [
      'init',
      (client: ServiceClient, signal: AbortSignal) => client.init('alice', signal, null),
      { systemToken: TOKEN, username: 'alice', params: { appVer: '1.2.3' } },
    ],
    ['methodSSH', choosePush, { systemToken: TOKEN, tid: 'tid-1', method: 'push' }],
    [
      'confirmCode',
      (client: ServiceClient, signal: AbortSignal) => client.confirmCode('tid-1', '123456', signal),
      { systemToken: TOKEN, tid: 'tid-1', vericode: '123456' },
    ],
    [
      'confirmSecurityKeySSH',
      (client: ServiceClient, signal: AbortSignal) =>
        client.confirmSecurityKey('key-token', 'cccc', signal),
      { systemToken: TOKEN, accessToken: 'key-token', otp: 'cccc' },
    ],
    [
      'credentials',
      (client: ServiceClient, signal: AbortSignal) => client.credentials('access-token', signal),
      { systemToken: TOKEN, accessToken: 'access-token' },
    ],
  ] as const)(
    'sends for %s one POST, at most once, with exactly the members of the specification',
    async (path, call, body) => {
      const http = await sent(call);
      const request = http.only();
      expect(request).toMatchObject({ ...OTHER, url: `${BASE}/${path}` });
      expect(JSON.parse(http.onlyBody())).toEqual(body);
      expect(request.headers).toMatchObject({
        'Content-Type': 'application/json',
        Accept: 'application/json',
      });
    },
  );

  it('hands on the signal that ends a request, and the time limit', async () => {
    const abort = new AbortController();
    const http = new FakeHttp().answer({ kind: 'aborted' });
    const answer = await clientWith(http, { requestTimeoutMs: 7 }).credentials('T', abort.signal);
    expect(http.only()).toMatchObject({ timeoutMs: 7, signal: abort.signal });
    expect(answer).toEqual({ ok: false, error: { kind: 'aborted' } });
  });
});

describe('the parameters of init, of the computer and the person,', () => {
  const init = (client: ServiceClient, signal: AbortSignal) => client.init('alice', signal, null);
  const bodyWith = async (context: Partial<StartContext>): Promise<unknown> =>
    JSON.parse((await sent(init, { contextFor: () => ({ ...NOTHING, ...context }) })).onlyBody());

  it('sends every given parameter of init in its place', async () => {
    expect(
      await bodyWith({
        hostName: 'desk-7',
        os: 'Linux 6.1',
        userIP: '192.0.2.7',
        userPhone: '+49 30 1234',
        userEmail: 'Alice@Example.COM',
        logoutUrl: 'https://login.example',
      }),
    ).toEqual({
      systemToken: TOKEN,
      username: 'alice',
      userEmail: 'alice@example.com',
      params: {
        appVer: '1.2.3',
        hostName: 'desk-7',
        os: 'Linux 6.1',
        userIP: '192.0.2.7',
        userPhone: '+49 30 1234',
        logoutUrl: 'https://login.example',
      },
    });
  });

  it('leaves out empty members of init, and params if it is empty', async () => {
    expect(await bodyWith({ hostName: '', os: '', userEmail: '' })).toEqual({
      systemToken: TOKEN,
      username: 'alice',
      params: { appVer: '1.2.3' },
    });
    expect(await bodyWith({ appVer: '' })).toEqual({ systemToken: TOKEN, username: 'alice' });
  });
});

describe('a request that cannot be signed', () => {
  const signing = (sign: () => Promise<Result<string, string>>): Signer => ({
    sign,
    verify: () => Promise.resolve(success(true)),
  });
  const ask = async (credentials: ServiceClientOptions['credentials'], signal: AbortSignal) => {
    const http = new FakeHttp();
    const answer = await choosePush(clientWith(http, { credentials }), signal);
    return { answer, requests: http.requests };
  };

  it('sends no request without credentials, and gives their fault', async () => {
    const locked = {
      kind: 'credentials',
      fault: 'key-store-locked',
      evidence: toEvidence`gnome_libsecret`,
    } as const;
    const credentials = {
      open: () => Promise.resolve(failure(locked)),
      keyRemark: () => null,
    };
    const asked = await ask(credentials, new AbortController().signal);
    expect(asked).toEqual({ answer: failure(locked), requests: [] });
  });

  it('sends no request if the signer fails (SEC-52)', async () => {
    const signer = signing(() => Promise.resolve(failure('the signer ended with 3')));
    const asked = await ask(givenCredentials(signer, TOKEN), new AbortController().signal);
    const evidence = toEvidence`the signer ended with 3`;
    expect(asked).toEqual({
      answer: failure({ kind: 'credentials', fault: 'signer-failed', evidence }),
      requests: [],
    });
  });

  it('sends no request that was given up while it was signed', async () => {
    const abort = new AbortController();
    const signer = signing(() => {
      abort.abort();
      return Promise.resolve(success('signature'));
    });
    const asked = await ask(givenCredentials(signer, TOKEN), abort.signal);
    expect(asked).toEqual({ answer: failure({ kind: 'aborted' }), requests: [] });
  });
});
