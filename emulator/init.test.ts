import { describe, expect } from 'vitest';
import { methods } from './service/methods.ts';
import {
  callApi,
  emulatorForTest,
  it,
  paths,
  refusal,
} from '../tests/support/emulator/emulator-for-test.ts';

/** Specification 4.1: the outcomes of init, for both application types. */

describe('promptless init', () => {
  it('offers a user the methods without FIDO, with the tid, pending and the names, without a webURI', async () => {
    const emulator = await emulatorForTest({ companyName: 'Acme', applicationName: 'Desk' });
    expect(emulator.users.find('alice')?.methods).toContain('fido');
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

  it('answers a denied user without methods and webURI', async ({ emulator }) => {
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

  it('answers a waiting user with the enrollment address, which opens, and no methods', async ({
    emulator,
  }) => {
    const answer = await callApi(emulator, paths.init, { username: 'waiting' });
    expect(answer.result).toMatchObject({ status: 'waiting', methods: [] });
    const page = await fetch(String(answer.result['webURI']));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('awaits approval');
  });

  it('answers a waiting user with an enrollment address of their own', async () => {
    const webURI = 'https://mfa.example.com/enroll/1';
    const emulator = await emulatorForTest({
      users: [{ username: 'new', outcome: 'waiting', webURI }],
    });
    const answer = await callApi(emulator, paths.init, { username: 'new' });
    expect(answer.result['webURI']).toBe(webURI);
  });

  it('answers a bypass by an error, not a status', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'bypassed' });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(refusal('UserBypassedException', 45, 'User bypassed'));
  });

  it('refuses a locked user by TooManyRequestsException', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'locked' });
    expect(answer.status).toBe(400);
    expect(answer.result['exception']).toBe('TooManyRequestsException');
  });

  it('delays the answer about a slow user', async () => {
    const emulator = await emulatorForTest({
      users: [{ username: 'slow', delayMilliseconds: 120 }],
    });
    const start = performance.now();
    const answer = await callApi(emulator, paths.init, { username: 'slow' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(115);
    expect(answer.result['status']).toBe('pending');
  });

  it('knows slow, denied and the other people by default', ({ emulator }) => {
    expect(emulator.users.find('slow')?.delayMilliseconds).toBeGreaterThan(0);
    const named = ['alice', 'denied', 'waiting', 'bypassed', 'locked', 'slow'];
    const answering = ['approves', 'denies', 'never-answers', 'approves-after-5s'];
    expect(emulator.users.all()).toMatchObject([
      ...[...named, ...answering].map((username) => ({ username })),
      ...methods.map((method) => ({ username: `${method}-only`, methods: [method] })),
    ]);
  });

  it('denies an unknown user like a known one', async ({ emulator }) => {
    const answer = await callApi(emulator, paths.init, { username: 'nobody' });
    expect(answer.result).toMatchObject({ status: 'denied', methods: [] });
    const sdk = await emulatorForTest({ sdkExceptions: true });
    const refused = await callApi(sdk, paths.init, { username: 'nobody' });
    expect(refused.result['exception']).toBe('UserNotFoundException');
  });

  it.each(['ALICE', 'aLiCe', 'JOSE\u0301 \ud83c\udf0a'])(
    'finds a username in any case, after Unicode normalisation: %s',
    async (username) => {
      const emulator = await emulatorForTest({ users: [{ username: 'Jos\u00e9 \ud83c\udf0a' }] });
      expect((await callApi(emulator, paths.init, { username })).result['status']).toBe('pending');
    },
  );
});

describe('prompt init', () => {
  const callbackUrl = 'http://127.0.0.1:9/callback?state=random';

  it.each([
    ['alice', 'process'],
    ['denied', 'deny'],
    ['waiting', 'deny'],
  ])('sends %s to the %s page, with the webURI alone in the answer', async (username, page) => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const answer = await callApi(emulator, paths.init, { username, callbackUrl });
    expect(Object.keys(answer.result)).toEqual(['webURI']);
    expect(answer.result['webURI']).toMatch(
      new RegExp(`^${emulator.url}/api/transaction/${page}/[\\w-]+$`),
    );
  });

  it.each([undefined, '', 7, 'not an address', 'javascript:alert(1)'])(
    'refuses the callbackUrl %j as missing',
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
