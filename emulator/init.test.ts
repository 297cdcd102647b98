import { describe, expect } from 'vitest';
import { methods } from './service/methods.ts';
import { callApi, emulatorForTest, paths, refusal, test } from './test-support.ts';

/** Specification 4.1: the outcomes of init, for both application types. */

describe('promptless init', () => {
  test('MFA required: the methods, the tid, pending, the names; no webURI', async () => {
    const emulator = await emulatorForTest({ companyName: 'Acme', applicationName: 'Desk' });
    const answer = await callApi(emulator, paths.init, { username: 'alice' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      status: 'OK',
      result: {
        methods: [...methods],
        tid: expect.stringMatching(/^[\w-]{20,}$/) as string,
        status: 'pending',
        companyName: 'Acme',
        applicationName: 'Desk',
      },
    });
  });

  test('FIDO is never offered, although alice has enrolled it', async ({ emulator }) => {
    expect(emulator.users.find('alice')?.methods).toContain('fido');
    const answer = await callApi(emulator, paths.init, { username: 'alice' });
    expect(answer.text.toLowerCase()).not.toContain('fido');
  });

  test.for(methods)('%s-only is offered just that', async (method, { emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: `${method}-only` });
    expect(answer.result).toMatchObject({ status: 'pending', methods: [method] });
  });

  test('denied: no methods, no webURI', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'denied' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.result).sort()).toEqual([
      'applicationName',
      'companyName',
      'methods',
      'status',
      'tid',
    ]);
    expect(answer.result).toMatchObject({ status: 'denied', methods: [] });
  });

  test('waiting: no methods, and the enrollment address, which opens', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'waiting' });
    expect(answer.result).toMatchObject({ status: 'waiting', methods: [] });
    const page = await fetch(String(answer.result['webURI']));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('awaits approval');
  });

  test('waiting with an enrollment address of their own', async () => {
    const webURI = 'https://mfa.example.com/enroll/1';
    const emulator = await emulatorForTest({ users: [{ username: 'new', outcome: 'waiting', webURI }] });
    const answer = await callApi(emulator, paths.init, { username: 'new' });
    expect(answer.result['webURI']).toBe(webURI);
  });

  test('bypass is an error, not a status', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'bypassed' });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(refusal('UserBypassedException', 45, 'User bypassed'));
  });

  test('locked is refused with TooManyRequestsException', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'locked' });
    expect(answer.status).toBe(400);
    expect(answer.result['exception']).toBe('TooManyRequestsException');
  });

  test('delays the answer about a slow user', async () => {
    const emulator = await emulatorForTest({ users: [{ username: 'slow', delayMilliseconds: 120 }] });
    const start = performance.now();
    const answer = await callApi(emulator, paths.init, { username: 'slow' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(115);
    expect(answer.result['status']).toBe('pending');
  });

  test('slow, denied and the others exist by default', ({ emulator }) => {
    expect(emulator.users.find('slow')?.delayMilliseconds).toBeGreaterThan(0);
    const names = emulator.users.all().map(({ username }) => username);
    expect(names).toEqual([
      'alice',
      'denied',
      'waiting',
      'bypassed',
      'locked',
      'slow',
      ...methods.map((method) => `${method}-only`),
    ]);
  });

  test('denies an unknown user like a known one', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'nobody' });
    expect(answer.result).toMatchObject({ status: 'denied', methods: [] });
    const sdk = await emulatorForTest({ sdkExceptions: true });
    const refused = await callApi(sdk, paths.init, { username: 'nobody' });
    expect(refused.result['exception']).toBe('UserNotFoundException');
  });

  test.for(['ALICE', 'Alice', 'aLiCe'])(
    'usernames match without case: %s',
    async (username, { emulator }) => {
      expect((await callApi(emulator, paths.init, { username })).result['status']).toBe('pending');
    },
  );

  test('usernames match after Unicode normalisation', async () => {
    const emulator = await emulatorForTest({ users: [{ username: 'Jos\u00e9 \ud83c\udf0a' }] });
    const answer = await callApi(emulator, paths.init, { username: 'JOSE\u0301 \ud83c\udf0a' });
    expect(answer.result['status']).toBe('pending');
    expect(emulator.users.find('alice ')).toBeUndefined();
  });

  test('no callbackUrl is needed; unknown extra fields are tolerated', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, {
      username: 'alice',
      userEmail: 'alice@example.com',
      isPasswordless: false,
      lang: 'en',
      params: { appVer: '1', hostName: 'h', os: 'o', userIP: '192.0.2.1', userPhone: '+1', sdkVer: '2' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('prompt init', () => {
  const callbackUrl = 'http://127.0.0.1:9/callback?state=random';

  test.each([
    ['alice', 'process'],
    ['denied', 'deny'],
    ['waiting', 'deny'],
  ])('%s is sent to the %s page; the result is the webURI alone', async (username, page) => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const answer = await callApi(emulator, paths.init, { username, callbackUrl });
    expect(Object.keys(answer.result)).toEqual(['webURI']);
    expect(answer.result['webURI']).toMatch(new RegExp(`^${emulator.url}/api/transaction/${page}/[\\w-]+$`));
  });

  test('bypass has the same error shape', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const answer = await callApi(emulator, paths.init, { username: 'bypassed', callbackUrl });
    expect(answer.result).toMatchObject({ exception: 'UserBypassedException', code: 45, details: null });
  });

  test.each([undefined, '', 7, 'not an address', 'javascript:alert(1)'])(
    'callbackUrl %j is missing',
    async (value) => {
      const emulator = await emulatorForTest({ applicationType: 'prompt' });
      const answer = await callApi(emulator, paths.init, { username: 'alice', callbackUrl: value });
      expect(answer.result).toMatchObject({
        exception: 'MissingFieldException',
        code: 3,
        name: 'callbackUrl',
      });
    },
  );
});
