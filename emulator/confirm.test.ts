import { describe, expect } from 'vitest';
import { manualClock } from './basics/clock.ts';
import type { Emulator } from './emulator.ts';
import { TOTP } from 'otpauth';
import {
  begin,
  callApi,
  control,
  emulatorForTest,
  it,
  paths,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';
import type { WireAnswer } from '../tests/support/emulator/emulator-for-test.ts';

/** Specification 4.4 and 4.5: confirmCode and confirmSecurityKeySSH. */

const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

function confirmCode(emulator: Emulator, tid: string, vericode: unknown): Promise<WireAnswer> {
  return callApi(emulator, paths.code, { tid, vericode });
}

async function beginWith(
  emulator: Emulator,
  method: 'totp' | 'sms',
  username = 'alice',
): Promise<string> {
  const tid = await begin(emulator, username);
  await selectMethod(emulator, tid, method);
  return tid;
}

const wrong = {
  exception: 'PasscodeException',
  code: 18,
  errorMessage: expect.any(String) as string,
  details: expect.any(String) as string,
};

describe('confirmCode with totp', () => {
  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('judges a code of %i steps away as right: %s (RFC 6238 window)', async (steps, isRight) => {
    const clock = manualClock(1_700_000_000_000);
    const emulator = await emulatorForTest({ clock, users: [{ username: 'bob', totpSecret }] });
    const tid = await beginWith(emulator, 'totp', 'bob');
    const code = new TOTP({ secret: totpSecret }).generate({
      timestamp: clock.now() + steps * 30_000,
    });
    const answer = await confirmCode(emulator, tid, code);
    expect(answer.result).toEqual(isRight ? true : wrong);
  });

  it('accepts a passcode once, in this login and in the next', async () => {
    const emulator = await emulatorForTest({ clock: manualClock() });
    const tid = await beginWith(emulator, 'totp');
    const { totp } = (await control(emulator, 'GET', '/users/alice')).json;
    expect((await confirmCode(emulator, tid, totp)).result).toBe(true);
    expect((await confirmCode(emulator, tid, totp)).result).toEqual(wrong);
    expect((await confirmCode(emulator, await beginWith(emulator, 'totp'), totp)).result).toEqual(
      wrong,
    );
    const next = (await control(emulator, 'GET', '/users/alice')).json['totp'];
    expect(next).not.toBe(totp);
    expect((await confirmCode(emulator, await beginWith(emulator, 'totp'), next)).result).toBe(
      true,
    );
  });

  it('rejects the code of another user', async ({ emulator }) => {
    const tid = await beginWith(emulator, 'totp');
    const { totp } = (await control(emulator, 'GET', '/users/totp-only')).json;
    expect((await confirmCode(emulator, tid, totp)).result).toEqual(wrong);
  });

  it('accepts a bypass code of nine digits once', async ({ emulator }) => {
    const tid = await beginWith(emulator, 'totp');
    const codes = (await control(emulator, 'GET', '/users/alice')).json['bypassCodes'] as string[];
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(code).toMatch(/^\d{9}$/);
    expect((await confirmCode(emulator, tid, codes[0])).result).toBe(true);
    expect((await confirmCode(emulator, tid, codes[0])).result).toEqual(wrong);
    const left = (await control(emulator, 'GET', '/users/alice')).json['bypassCodes'];
    expect(left).not.toContain(codes[0]);
    expect(left).toHaveLength(codes.length);
  });

  it('accepts bypass codes that were given', async () => {
    const emulator = await emulatorForTest({
      users: [{ username: 'bob', bypassCodes: ['1234567890'] }],
    });
    const tid = await beginWith(emulator, 'totp', 'bob');
    expect((await confirmCode(emulator, tid, '1234567890')).result).toBe(true);
  });
});

describe('confirmCode with sms', () => {
  it('accepts the code of a text message once, also after a wrong one', async ({ emulator }) => {
    const tid = await beginWith(emulator, 'sms');
    const code = emulator.outbox.ofTransaction(tid)[0]?.code ?? '';
    const other = code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
    const refused = await confirmCode(emulator, tid, other);
    expect(refused.status).toBe(400);
    expect(refused.json).toEqual({ status: 'ERROR', code: 400, result: wrong });
    expect((await confirmCode(emulator, tid, code)).result).toBe(true);
    expect((await confirmCode(emulator, tid, code)).result).toEqual(wrong);
  });

  it('rejects a replaced code of a text message, and accepts the newest', async ({ emulator }) => {
    const tid = await beginWith(emulator, 'sms');
    await selectMethod(emulator, tid, 'sms');
    const [old, fresh] = emulator.outbox.ofTransaction(tid);
    expect((await confirmCode(emulator, tid, old?.code)).result).toEqual(wrong);
    expect((await confirmCode(emulator, tid, fresh?.code)).result).toBe(true);
  });

  it('rejects passcodes and bypass codes as codes of a text message', async ({ emulator }) => {
    const tid = await beginWith(emulator, 'sms');
    const { totp, bypassCodes } = (await control(emulator, 'GET', '/users/alice')).json;
    expect((await confirmCode(emulator, tid, totp)).result).toEqual(wrong);
    expect((await confirmCode(emulator, tid, (bypassCodes as string[])[0])).result).toEqual(wrong);
  });
});

it('awaits a code only if totp or sms is the selected method', async ({ emulator, tid }) => {
  const missing = { exception: 'MissingFieldException', code: 3, name: 'method' };
  expect((await confirmCode(emulator, tid, '123456')).result).toMatchObject(missing);
  await selectMethod(emulator, tid, 'sms');
  const code = emulator.outbox.ofTransaction(tid)[0]?.code;
  await selectMethod(emulator, tid, 'push');
  expect((await confirmCode(emulator, tid, code)).result).toMatchObject(missing);
});

describe('attempt limits', () => {
  it('refuses even the right code after five wrong ones, but no other method', async ({
    emulator,
  }) => {
    const tid = await beginWith(emulator, 'sms');
    const code = emulator.outbox.ofTransaction(tid)[0]?.code;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await confirmCode(emulator, tid, 'nonsense')).result).toEqual(wrong);
    }
    const refused = await confirmCode(emulator, tid, code);
    expect(refused.status).toBe(400);
    expect(refused.result['exception']).toBe('TooManyRequestsException');
    expect((await selectMethod(emulator, tid, 'push')).status).toBe(200);
    expect(emulator.approve(tid).ok).toBe(true);
  });

  it('counts wrong codes anew in a new login, and refuses by TransactionLockedException as the SDKs do', async () => {
    const emulator = await emulatorForTest({ maximumWrongCodes: 1, sdkExceptions: true });
    const tid = await beginWith(emulator, 'totp');
    await confirmCode(emulator, tid, '000000000000');
    const refused = await confirmCode(emulator, tid, '1');
    expect(refused.result['exception']).toBe('TransactionLockedException');
    const again = await beginWith(emulator, 'totp');
    expect((await confirmCode(emulator, again, '1')).result).toEqual(wrong);
  });

  it('counts wrong passwords of a key too', async () => {
    const emulator = await emulatorForTest({ maximumWrongCodes: 1 });
    const tid = await begin(emulator);
    const accessToken = (await selectMethod(emulator, tid, 'yotp')).result['token'];
    await callApi(emulator, paths.key, { accessToken, otp: 'wrong' });
    const refused = await callApi(emulator, paths.key, { accessToken, otp: 'wrong' });
    expect(refused.result['exception']).toBe('TooManyRequestsException');
  });
});

describe('confirmSecurityKeySSH', () => {
  async function beginWithKey(emulator: Emulator): Promise<{ tid: string; accessToken: string }> {
    const tid = await begin(emulator);
    const { result } = await selectMethod(emulator, tid, 'yotp');
    return { tid, accessToken: String(result['token']) };
  }

  async function press(emulator: Emulator, username = 'alice'): Promise<string> {
    return String((await control(emulator, 'GET', `/users/${username}`)).json['yotp']);
  }

  it('accepts 44 modhex characters of a key, and answers OK without a result', async ({
    emulator,
  }) => {
    const { accessToken } = await beginWithKey(emulator);
    expect(accessToken).toMatch(/^[a-z0-9]{60}$/);
    const otp = await press(emulator);
    expect(otp).toMatch(/^[cbdefghijklnrtuv]{44}$/);
    const answer = await callApi(emulator, paths.key, { accessToken, otp });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ status: 'OK' });
    expect(answer.signatureValid).toBe(true);
  });

  it('accepts several passwords of a key at a time, each once', async ({ emulator }) => {
    const first = await press(emulator);
    const second = await press(emulator);
    expect(second).not.toBe(first);
    expect(second.slice(0, 12)).toBe(first.slice(0, 12));
    const results: unknown[] = [];
    for (const otp of [second, second, first, first]) {
      const { accessToken } = await beginWithKey(emulator);
      results.push(
        (await callApi(emulator, paths.key, { accessToken, otp })).result['exception'] ?? 'OK',
      );
    }
    expect(results).toEqual(['OK', 'PasscodeException', 'OK', 'PasscodeException']);
  });

  it('lets a wrong password of a key be tried again with the same token', async ({ emulator }) => {
    const { accessToken } = await beginWithKey(emulator);
    const refused = await callApi(emulator, paths.key, {
      accessToken,
      otp: await press(emulator, 'yotp-only'),
    });
    expect(refused.result).toEqual(wrong);
    const answer = await callApi(emulator, paths.key, { accessToken, otp: await press(emulator) });
    expect(answer.json).toEqual({ status: 'OK' });
  });

  it('voids the token of a key once a method was selected again, and once it was used', async ({
    emulator,
  }) => {
    const expired = { exception: 'TransactionAccessTokenExpiredException', code: 11 };
    const { tid, accessToken } = await beginWithKey(emulator);
    const token = (await selectMethod(emulator, tid, 'yotp')).result['token'];
    const otp = await press(emulator);
    expect((await callApi(emulator, paths.key, { accessToken, otp })).result).toMatchObject(
      expired,
    );
    expect((await callApi(emulator, paths.key, { accessToken: token, otp })).status).toBe(200);
    const again = await callApi(emulator, paths.key, {
      accessToken: token,
      otp: await press(emulator),
    });
    expect(again.result).toMatchObject(expired);
  });

  it('refuses the token of a key for credentials, unless the service is set to use it so', async ({
    emulator,
  }) => {
    const { accessToken } = await beginWithKey(emulator);
    const refused = await callApi(emulator, paths.credentials, { accessToken });
    expect(refused.result['exception']).toBe('TransactionAccessTokenExpiredException');

    const same = await emulatorForTest({ reuseSecurityKeyToken: true });
    const begun = await beginWithKey(same);
    const early = await callApi(same, paths.credentials, { accessToken: begun.accessToken });
    expect(early.status).toBe(400);
    await callApi(same, paths.key, { accessToken: begun.accessToken, otp: await press(same) });
    const answer = await callApi(same, paths.credentials, { accessToken: begun.accessToken });
    expect(answer.result['username']).toBe('alice');
  });
});
