import { describe, expect } from 'vitest';
import { manualClock } from './basics/clock.ts';
import type { Emulator } from './emulator.ts';
import {
  approvedPush,
  begin,
  callApi,
  emulatorForTest,
  it,
  paths,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';
import type { WireAnswer } from '../tests/support/emulator/emulator-for-test.ts';

/** Specification 4.7 and the life of access tokens and transactions (7, docs/wire.md 1.8). */

function fetchCredentials(emulator: Emulator, accessToken: unknown): Promise<WireAnswer> {
  return callApi(emulator, paths.credentials, { accessToken });
}

const tokenExpired = {
  exception: 'TransactionAccessTokenExpiredException',
  code: 11,
  errorMessage: expect.any(String) as string,
  details: expect.stringMatching(/select .*method again/) as string,
};
const transactionExpired = {
  exception: 'TransactionIdExpiredException',
  code: 11,
  errorMessage: expect.any(String) as string,
  details: expect.stringMatching(/log in again/) as string,
};

describe('credentials', () => {
  it('answers credentials of a promptless application by username, email and consumerParams null, signed', async ({
    emulator,
  }) => {
    const token = await approvedPush(emulator, await begin(emulator));
    // Client libraries take no other.
    expect(token).toMatch(/^[a-z0-9]{60}$/);
    const answer = await fetchCredentials(emulator, token);
    expect(answer.json).toEqual({
      status: 'OK',
      result: { username: 'alice', email: 'alice@example.com', consumerParams: null },
    });
    expect(answer.signatureValid).toBe(true);
  });

  it('passes on the spelling of the service, and consumerParams if there are some', async () => {
    const users = [
      { username: 'Zoë Åse', email: 'zoe@example.org', consumerParams: { role: 'admin' } },
    ];
    const emulator = await emulatorForTest({ users });
    const token = await approvedPush(emulator, await begin(emulator, 'zoë åse'));
    const { result } = await fetchCredentials(emulator, token);
    expect(result).toEqual({
      username: 'Zoë Åse',
      email: 'zoe@example.org',
      consumerParams: { role: 'admin' },
    });
  });

  it('gives credentials to one of fifty calls with the same token at the same time', async ({
    emulator,
  }) => {
    const token = await approvedPush(emulator, await begin(emulator));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetchCredentials(emulator, token)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ result }) => result)).toEqual(Array(49).fill(tokenExpired));
  });

  it('refuses an unknown token, and tells it from an old one as the SDKs do', async ({
    emulator,
  }) => {
    expect((await fetchCredentials(emulator, 'x'.repeat(60))).result).toEqual(tokenExpired);
    const clock = manualClock();
    const sdk = await emulatorForTest({ clock, sdkExceptions: true, accessTokenSeconds: 10 });
    const unknown = await fetchCredentials(sdk, 'x'.repeat(60));
    expect(unknown.result['exception']).toBe('UnknownAccessTokenException');
    const token = await approvedPush(sdk, await begin(sdk));
    clock.advance(11_000);
    const old = await fetchCredentials(sdk, token);
    expect(old.result['exception']).toBe('AccessTokenExpiredException');
  });

  it('refuses a token that grew old, until the method is selected again', async () => {
    const clock = manualClock();
    const emulator = await emulatorForTest({ clock, accessTokenSeconds: 60 });
    const tid = await begin(emulator);
    const token = await approvedPush(emulator, tid);
    clock.advance(60_001);
    expect((await fetchCredentials(emulator, token)).result).toEqual(tokenExpired);
    const fresh = await approvedPush(emulator, tid);
    expect((await fetchCredentials(emulator, fresh)).status).toBe(200);
  });

  it('takes a repeated approval until credentials are fetched, which spends all its tokens', async ({
    emulator,
    tid,
  }) => {
    const first = await approvedPush(emulator, tid);
    const second = await approvedPush(emulator, tid);
    expect((await fetchCredentials(emulator, second)).status).toBe(200);
    expect((await fetchCredentials(emulator, first)).result).toEqual(tokenExpired);
  });
});

describe('the life of a transaction', () => {
  it.for<readonly [string, string, object]>([
    ['methodSSH', paths.method, { method: 'push' }],
    ['confirmCode', paths.code, { vericode: '123456' }],
  ])(
    'refuses %s on an unknown, an expired and a finished transaction',
    async ([_name, path, fields], { emulator }) => {
      const unknown = await callApi(emulator, path, { tid: 'no-such-transaction', ...fields });
      expect(unknown.status).toBe(400);
      expect(unknown.result).toEqual(transactionExpired);

      const expired = await begin(emulator);
      emulator.expire(expired);
      expect((await callApi(emulator, path, { tid: expired, ...fields })).result).toEqual(
        transactionExpired,
      );

      const finished = await begin(emulator);
      await fetchCredentials(emulator, await approvedPush(emulator, finished));
      expect((await callApi(emulator, path, { tid: finished, ...fields })).result).toEqual(
        transactionExpired,
      );
    },
  );

  it('expires a transaction by inactivity, which every call postpones', async () => {
    const clock = manualClock();
    const emulator = await emulatorForTest({ clock, inactivitySeconds: 300 });
    const tid = await begin(emulator);
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(60_000);
      expect((await selectMethod(emulator, tid, 'push')).status).toBe(200);
    }
    clock.advance(300_000);
    expect((await selectMethod(emulator, tid, 'push')).status).toBe(200);
    clock.advance(300_001);
    expect((await selectMethod(emulator, tid, 'push')).result).toEqual(transactionExpired);
    expect(emulator.approve(tid)).toMatchObject({
      ok: false,
      error: { code: 'transaction-expired' },
    });
  });

  it('says for tokens of an expired transaction that the transaction expired', async ({
    emulator,
    tid,
  }) => {
    const token = await approvedPush(emulator, tid);
    const keyToken = (await selectMethod(emulator, tid, 'yotp')).result['token'];
    emulator.expire(tid);
    expect((await fetchCredentials(emulator, token)).result).toEqual(transactionExpired);
    const answer = await callApi(emulator, paths.key, { accessToken: keyToken, otp: 'x' });
    expect(answer.result).toEqual(transactionExpired);
  });
});
