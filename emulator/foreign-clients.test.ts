import { describe, expect } from 'vitest';
import {
  approve,
  begin,
  callApi,
  emulatorForTest,
  it,
  paths,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';
import type { WireAnswer } from '../tests/support/emulator/emulator-for-test.ts';

/**
 * Requests in the shapes of public client libraries in several languages, and what these libraries
 * insist on.
 */

const callbackUrl = 'http://127.0.0.1:9/callback';
const applicationTypes = ['promptless', 'prompt'] as const;

describe('a library that refuses an OK without a signature', () => {
  it('signs the OK of every call', async ({ emulator }) => {
    const alice = emulator.users.find('alice');
    const tid = await begin(emulator);
    const key = await selectMethod(emulator, tid, 'yotp');
    const accessToken = key.result['token'];
    const otp = alice?.hardwareKey.press() ?? '';
    const answers = [
      await callApi(emulator, paths.appInit, { appVer: '1.0', params: { sdkVer: '2' } }),
      await callApi(emulator, paths.init, { username: 'alice' }),
      key,
      await callApi(emulator, paths.key, { accessToken, otp }),
      await selectMethod(emulator, tid, 'totp'),
      await callApi(emulator, paths.code, {
        tid,
        vericode: alice?.authenticator.acceptable() ?? '',
      }),
      await selectMethod(emulator, tid, 'push'),
    ];
    const approved = { accessToken: approve(emulator, tid) };
    answers.push(await callApi(emulator, paths.credentials, approved));
    expect(answers.map(({ status, signatureValid }) => [status, signatureValid])).toEqual(
      answers.map(() => [200, true]),
    );
  });
});

describe.each(applicationTypes)('params of a library, %s', (applicationType) => {
  /** init and the configuration check with these `params`. */
  async function send(params: unknown): Promise<readonly WireAnswer[]> {
    const emulator = await emulatorForTest({ applicationType });
    const rawBody = JSON.stringify({
      systemToken: emulator.systemToken,
      username: 'alice',
      callbackUrl,
      params,
    });
    return [
      await callApi(emulator, paths.init, {}, { rawBody }),
      await callApi(emulator, paths.appInit, {}, { rawBody }),
    ];
  }

  it.each([
    ['an empty list, which is how some languages write an empty object', []],
    [
      'an object where the specification lists no member',
      { config: { theme: 'dark', tries: 3 }, os: 'Linux' },
    ],
    ['a number, a truth value, a list', { port: 443, isKiosk: true, sdkVer: 2, tags: ['a'] }],
  ])('takes as params %s', async (_shape, params) => {
    for (const { status, text } of await send(params)) expect(status, text).toBe(200);
  });

  it.each(['appVer', 'hostName', 'os', 'userPhone'])(
    'refuses a parameter %s that is no text',
    async (name) => {
      for (const value of [7, {}, []]) {
        const [init] = await send({ [name]: value });
        expect(init?.result).toMatchObject({ exception: 'MissingFieldException', name });
      }
    },
  );

  it.each(['text', 7, ['a'], true])('refuses params that are no object: %j', async (params) => {
    for (const { result } of await send(params))
      expect(result).toMatchObject({ exception: 'MissingFieldException', name: 'params' });
  });
});

it('ignores the parameters of the other application type', async () => {
  const params = { userIP: 7, logoutUrl: {} };
  const prompt = await emulatorForTest({ applicationType: 'prompt' });
  const answer = await callApi(prompt, paths.init, { username: 'alice', callbackUrl, params });
  expect(answer.result['name']).toBe('logoutUrl');
  const promptless = await emulatorForTest();
  expect(
    (await callApi(promptless, paths.init, { username: 'alice', params })).result['name'],
  ).toBe('userIP');
});

it('takes an empty list as an object without members if members are required', async () => {
  const emulator = await emulatorForTest({ requireParams: true });
  const answer = await callApi(emulator, paths.init, { username: 'alice', params: [] });
  expect(answer.result['name']).toBe('appVer');
});
