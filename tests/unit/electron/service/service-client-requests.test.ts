import { createHmac, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { givenCredentials } from '../../../../electron/service/credentials.ts';
import { createLocalSigner, type Signer } from '../../../../electron/service/request-signer.ts';
import {
  createServiceClient,
  MAX_ANSWER_BYTES,
  type ServiceClient,
  type ServiceClientOptions,
  type StartContext,
} from '../../../../electron/service/service-client.ts';
import { failure, success, type Result } from '../../../../shared/result.ts';
import { FakeHttp, httpAnswer } from '../../../support/fake-http.ts';

const SECRET = 'a1b2c3d4e5f60718293a4b5c6d7e8f';
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
  it('is that which an independent tool computes over the very bytes that are sent', async () => {
    // printf %s BODY | openssl dgst -sha256 -hmac SECRET
    const http = await sent(choosePush);
    expect(http.onlyBody()).toBe(`{"systemToken":"${TOKEN}","tid":"tid-1","method":"push"}`);
    expect(http.only().headers['X-Service-Signature']).toBe(
      'f2eebec38de66bfcf28a9bf54b385fceee5cf4fd02446c1a270ff136b4f6f908',
    );
  });

  it('is in base64 where that is configured', async () => {
    const signer = createLocalSigner(Buffer.from(SECRET), 'base64');
    const http = await sent(choosePush, { credentials: givenCredentials(signer, TOKEN) });
    expect(http.only().headers['X-Service-Signature']).toBe('8u6+w43ma/zyipv1Szhfzu5c9P0CRGwaJw/xNrT2+Qg=');
  });

  it('stands in the header that is configured', async () => {
    const http = await sent(choosePush, { signatureHeader: 'X-Brand-Signature' });
    expect(Object.keys(http.only().headers)).toEqual(['Content-Type', 'Accept', 'X-Brand-Signature']);
  });

  it.each(['alice', 'Ålice 🙂', 'أليس', '"quoted\\"', '\u2028', 'a/b</script>', '\ud800'])(
    'covers UTF-8 bytes as they are, serialised once: %j',
    async (username) => {
      const http = await sent((client, signal) => client.init(username, signal, null));
      const { body, headers } = http.only();
      const key = await webcrypto.subtle.importKey(
        'raw',
        Buffer.from(SECRET),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      );
      const expected = await webcrypto.subtle.sign('HMAC', key, Buffer.from(body ?? []));
      expect(headers['X-Service-Signature']).toBe(Buffer.from(expected).toString('hex'));
      expect(JSON.parse(http.onlyBody())).toMatchObject({ username });
    },
  );

  it('is made once for each call', async () => {
    const signed: Uint8Array[] = [];
    const signer = {
      sign: (bytes: Uint8Array) => {
        signed.push(Buffer.from(bytes));
        return Promise.resolve(success('signature'));
      },
      verify: () => Promise.resolve(success(true)),
    };
    const http = await sent(choosePush, { credentials: givenCredentials(signer, TOKEN) });
    expect(signed).toHaveLength(1);
    expect(Buffer.from(http.only().body ?? [])).toEqual(signed[0]);
  });
});

describe('a request', () => {
  const OTHER = { method: 'POST', timeoutMs: 30_000, maxBytes: MAX_ANSWER_BYTES };
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
      (client: ServiceClient, signal: AbortSignal) => client.confirmSecurityKey('key-token', 'cccc', signal),
      { systemToken: TOKEN, accessToken: 'key-token', otp: 'cccc' },
    ],
    [
      'credentials',
      (client: ServiceClient, signal: AbortSignal) => client.credentials('access-token', signal),
      { systemToken: TOKEN, accessToken: 'access-token' },
    ],
  ] as const)('%s is one POST with exactly the members of the specification', async (path, call, body) => {
    const http = await sent(call);
    const request = http.only();
    expect(request).toMatchObject({ ...OTHER, url: `${BASE}/${path}` });
    expect(JSON.parse(http.onlyBody())).toEqual(body);
    expect(request.headers).toMatchObject({ 'Content-Type': 'application/json', Accept: 'application/json' });
    const mac = createHmac('sha256', SECRET)
      .update(request.body ?? '')
      .digest('hex');
    expect(request.headers['X-Service-Signature']).toBe(mac);
  });

  it('hands on the signal that ends it, and the time limit', async () => {
    const abort = new AbortController();
    const http = new FakeHttp().answer({ kind: 'aborted' });
    const answer = await clientWith(http, { requestTimeoutMs: 7 }).credentials('T', abort.signal);
    expect(http.only()).toMatchObject({ timeoutMs: 7, signal: abort.signal });
    expect(answer).toEqual({ ok: false, error: { kind: 'aborted' } });
  });
});

describe('what init tells of the computer and the person', () => {
  const init = (client: ServiceClient, signal: AbortSignal) => client.init('alice', signal, null);
  const bodyWith = async (context: Partial<StartContext>): Promise<unknown> =>
    JSON.parse((await sent(init, { contextFor: () => ({ ...NOTHING, ...context }) })).onlyBody());

  it('is everything that is given, each in its place', async () => {
    expect(
      await bodyWith({
        hostName: 'desk-7',
        os: 'Linux 6.1',
        userIP: '192.0.2.7',
        userPhone: '+49 30 1234',
        userEmail: 'Alice@Example.COM',
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
      },
    });
  });

  it('leaves out what is empty, and params where nothing is left', async () => {
    expect(await bodyWith({ hostName: '', os: '', userEmail: '' })).toEqual({
      systemToken: TOKEN,
      username: 'alice',
      params: { appVer: '1.2.3' },
    });
    expect(await bodyWith({ appVer: '' })).toEqual({ systemToken: TOKEN, username: 'alice' });
  });

  it('sends the username as it was given', async () => {
    const http = await sent((client, signal) => client.init('ALICE', signal, null));
    expect(JSON.parse(http.onlyBody())).toMatchObject({ username: 'ALICE' });
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

  it('is not sent, and says what the credentials say', async () => {
    const locked = { kind: 'credentials', fault: 'key-store-locked', evidence: 'gnome_libsecret' } as const;
    const credentials = { open: () => Promise.resolve(failure(locked)) };
    const asked = await ask(credentials, new AbortController().signal);
    expect(asked).toEqual({ answer: failure(locked), requests: [] });
  });

  it('is not sent where the signer fails (SEC-52)', async () => {
    const signer = signing(() => Promise.resolve(failure('the signer ended with 3')));
    const asked = await ask(givenCredentials(signer, TOKEN), new AbortController().signal);
    const evidence = 'the signer ended with 3';
    expect(asked).toEqual({
      answer: failure({ kind: 'credentials', fault: 'signer-failed', evidence }),
      requests: [],
    });
  });

  it('is not sent any more when it was given up while it was signed', async () => {
    const abort = new AbortController();
    const signer = signing(() => {
      abort.abort();
      return Promise.resolve(success('signature'));
    });
    const asked = await ask(givenCredentials(signer, TOKEN), abort.signal);
    expect(asked).toEqual({ answer: failure({ kind: 'aborted' }), requests: [] });
  });
});
