import { describe, expect } from 'vitest';
import { sign } from './service/signature.ts';
import {
  begin,
  callApi,
  emulatorForTest,
  it,
  paths,
  refusal,
  selectMethod,
  signatureSettings,
} from '../tests/support/emulator/emulator-for-test.ts';

/**
 * Specification 5 and 7: signature, system token, missing fields, the envelope, and the order of
 * the checks.
 */

const apiPaths = Object.values(paths);

describe('the signature of requests', () => {
  const refused = refusal('InvalidSignatureException', 9, 'X-Service-Signature is invalid');

  it.for(apiPaths)(
    'refuses %s with a missing or wrong signature by InvalidSignatureException 9',
    async (path, { emulator }) => {
      for (const signature of [null, '', 'nonsense', '0'.repeat(64)]) {
        const answer = await callApi(emulator, path, { username: 'alice' }, { signature });
        expect(answer.status).toBe(400);
        expect(answer.json).toEqual(refused);
      }
    },
  );

  it.each(['hex', 'base64'] as const)(
    'takes a signature in %s over the raw bytes, whatever their spacing',
    async (encoding) => {
      const emulator = await emulatorForTest({ signatureEncoding: encoding });
      const { systemToken } = emulator;
      const bodies = [
        JSON.stringify({ systemToken, username: 'alice' }),
        JSON.stringify({ username: 'alice', systemToken }, null, 4),
        `{"systemToken":"${systemToken}","username":"\\u0061lice"}\n`,
      ];
      for (const rawBody of bodies) {
        expect((await callApi(emulator, paths.init, {}, { rawBody })).status).toBe(200);
      }
      const signature = sign(signatureSettings(emulator), String(bodies[0]));
      const other = await callApi(
        emulator,
        paths.init,
        {},
        { rawBody: `${String(bodies[0])} `, signature },
      );
      expect(other.result['exception']).toBe('InvalidSignatureException');
    },
  );

  it('refuses a signature in the other encoding, and hexadecimal in capitals', async ({
    emulator,
  }) => {
    const rawBody = JSON.stringify({ systemToken: emulator.systemToken, username: 'alice' });
    const settings = signatureSettings(emulator);
    const hex = sign(settings, rawBody);
    for (const signature of [
      sign({ ...settings, encoding: 'base64' }, rawBody),
      hex.toUpperCase(),
    ]) {
      const answer = await callApi(emulator, paths.init, {}, { rawBody, signature });
      expect(answer.json).toEqual(refused);
    }
    expect((await callApi(emulator, paths.init, {}, { rawBody, signature: hex })).status).toBe(200);
  });

  it('takes the characters of the secret as the key, not its bytes as hexadecimal', async () => {
    const secretKey = 'c0ffee00c0ffee00c0ffee00c0ffee';
    const emulator = await emulatorForTest({ secretKey });
    const { createHmac } = await import('node:crypto');
    const rawBody = JSON.stringify({ systemToken: emulator.systemToken, username: 'alice' });
    const signature = createHmac('sha256', Buffer.from(secretKey, 'utf8'))
      .update(rawBody)
      .digest('hex');
    expect((await callApi(emulator, paths.init, {}, { rawBody, signature })).status).toBe(200);
  });

  it('takes the configured name of the signature header in any case', async () => {
    const emulator = await emulatorForTest({ signatureHeader: 'X-Acme-Signature' });
    const rawBody = JSON.stringify({ systemToken: emulator.systemToken, username: 'alice' });
    const signature = sign(signatureSettings(emulator), rawBody);
    for (const header of ['x-acme-signature', 'X-ACME-SIGNATURE']) {
      const headers = { [header]: signature };
      const answer = await callApi(emulator, paths.init, {}, { rawBody, signature: null, headers });
      expect(answer.status).toBe(200);
      expect(answer.signatureValid).toBe(true);
    }
    const headers = { 'x-service-signature': signature };
    const answer = await callApi(emulator, paths.init, {}, { rawBody, signature: null, headers });
    expect(answer.result['errorMessage']).toBe('X-Acme-Signature is invalid');
  });
});

describe('the signature of answers', () => {
  it.each(['hex', 'base64'] as const)('signs success in %s, but no error', async (encoding) => {
    const emulator = await emulatorForTest({ signatureEncoding: encoding });
    expect((await callApi(emulator, paths.init, { username: 'alice' })).signatureValid).toBe(true);
    expect((await callApi(emulator, paths.init, { username: 'bypassed' })).signatureValid).toBe(
      null,
    );
    expect((await callApi(emulator, paths.init, {})).signatureValid).toBe(null);
  });

  it('signs no answer if that is switched off', async () => {
    const emulator = await emulatorForTest({ signResponses: false });
    expect((await callApi(emulator, paths.init, { username: 'alice' })).signatureValid).toBe(null);
  });
});

describe('the system token', () => {
  it.for(apiPaths)(
    'refuses %s with an invalid system token by APIException 10',
    async (path, { emulator }) => {
      for (const systemToken of ['WRONG', emulator.systemToken.toLowerCase() + 'x', 7, {}]) {
        const answer = await callApi(emulator, path, { systemToken });
        expect(answer.status).toBe(400);
        expect(answer.json).toEqual(refusal('APIException', 10, 'Project error'));
      }
    },
  );
});

describe('missing fields', () => {
  const required: readonly (readonly [string, readonly string[]])[] = [
    [paths.init, ['systemToken', 'username']],
    [paths.method, ['systemToken', 'tid', 'method']],
    [paths.code, ['systemToken', 'tid', 'vericode']],
    [paths.key, ['systemToken', 'accessToken', 'otp']],
    [paths.credentials, ['systemToken', 'accessToken']],
    [paths.appInit, ['systemToken']],
  ];
  const rows = required.flatMap(([path, names]) =>
    names.map((name) => [path, name, names] as const),
  );

  it.for(rows)(
    'refuses %s with %s absent, null, empty or of another type',
    async ([path, name, names], { emulator }) => {
      const fields = Object.fromEntries(names.map((each) => [each, 'present']));
      const wrongs =
        name === 'systemToken'
          ? [undefined, null, '']
          : [undefined, null, '', ' ', 7, [], {}, false];
      for (const value of wrongs) {
        const answer = await callApi(emulator, path, {
          ...fields,
          systemToken: emulator.systemToken,
          [name]: value,
        });
        expect(answer.status).toBe(400);
        expect(answer.json).toEqual(
          refusal('MissingFieldException', 3, 'Parameter required', { name }),
        );
      }
    },
  );

  it('refuses an optional field of another type', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'alice', userEmail: 7 });
    expect(answer.result).toMatchObject({ exception: 'MissingFieldException', name: 'userEmail' });
  });

  it('takes params and its members as optional, unless they are made required', async () => {
    const whole = { appVer: '1', hostName: 'h', os: 'o', userIP: '192.0.2.1' };
    const tolerant = await emulatorForTest();
    expect((await callApi(tolerant, paths.init, { username: 'alice', params: {} })).status).toBe(
      200,
    );
    const strict = await emulatorForTest({ requireParams: true });
    const nameOf = async (params: unknown): Promise<unknown> =>
      (await callApi(strict, paths.init, { username: 'alice', params })).result['name'];
    expect(await nameOf(undefined)).toBe('params');
    for (const name of Object.keys(whole))
      expect(await nameOf({ ...whole, [name]: undefined })).toBe(name);
    expect(await nameOf(whole)).toBe(undefined);
    expect((await callApi(strict, paths.appInit, {})).result['name']).toBe('appVer');
  });
});

describe('the order of the checks', () => {
  it('checks POST, JSON, signature, system token and fields, in this order', async () => {
    const emulator = await emulatorForTest({ sdkExceptions: true });
    const exceptionOf = async (...parameters: Parameters<typeof callApi>): Promise<unknown> =>
      (await callApi(...parameters)).result['exception'];
    const bad = { signature: 'bad' };
    expect(
      await exceptionOf(emulator, paths.init, {}, { ...bad, method: 'PUT', rawBody: '{' }),
    ).toBe('UnsupportedRequestMethodException');
    expect(await exceptionOf(emulator, paths.init, {}, { ...bad, rawBody: '{' })).toBe(
      'InvalidJSONException',
    );
    expect(await exceptionOf(emulator, paths.init, { systemToken: 'X' }, bad)).toBe(
      'InvalidSignatureException',
    );
    expect(await exceptionOf(emulator, paths.init, { systemToken: 'X' })).toBe('APIException');
    expect(await exceptionOf(emulator, paths.init, {})).toBe('MissingFieldException');
  });

  it('reports a body other than a JSON object as MissingFieldException, or as the SDKs do', async ({
    emulator,
  }) => {
    const sdk = await emulatorForTest({ sdkExceptions: true });
    for (const rawBody of ['', '{', '[]', 'null', '"text"', '7', '\u0000']) {
      const answer = await callApi(emulator, paths.init, {}, { rawBody });
      expect(answer.status).toBe(400);
      expect(answer.result).toMatchObject({
        exception: 'MissingFieldException',
        code: 3,
        name: 'systemToken',
      });
      const named = (await callApi(sdk, paths.init, {}, { rawBody })).result['exception'];
      expect(named).toBe(rawBody === '' ? 'EmptyInputException' : 'InvalidJSONException');
    }
  });

  it('takes any Accept and Content-Type', async ({ emulator }) => {
    const headers = { accept: 'text/html', 'content-type': 'text/plain' };
    expect((await callApi(emulator, paths.init, { username: 'alice' }, { headers })).status).toBe(
      200,
    );
  });
});

describe('the wrong application type', () => {
  it('refuses a promptless connector at a prompt application', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const missing = { exception: 'MissingFieldException', code: 3, name: 'callbackUrl' };
    expect((await callApi(emulator, paths.init, { username: 'alice' })).result).toMatchObject(
      missing,
    );
    const calls = [
      callApi(emulator, paths.method, { tid: 'x', method: 'push' }),
      callApi(emulator, paths.code, { tid: 'x', vericode: '1' }),
      callApi(emulator, paths.key, { accessToken: 'x', otp: '1' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.result).toMatchObject(missing);
  });
});

describe('the names of the SDKs (docs/wire.md 3)', () => {
  it('names a missing header, an unknown application and a forbidden method as the SDKs do', async () => {
    const emulator = await emulatorForTest({ sdkExceptions: true });
    const header = await callApi(emulator, paths.init, {}, { signature: null });
    expect(header.result).toMatchObject({
      exception: 'MissingHeaderException',
      name: 'X-Service-Signature',
    });
    const application = await callApi(emulator, paths.appInit, { systemToken: 'X' });
    expect(application.result['exception']).toBe('ApplicationNotFoundException');
    const tid = await begin(emulator, 'push-only');
    const method = await selectMethod(emulator, tid, 'sms');
    expect(method.result['exception']).toBe('ForbiddenMethodException');
  });
});
