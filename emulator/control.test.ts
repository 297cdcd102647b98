import { describe, expect } from 'vitest';
import {
  approvedPush,
  begin,
  callApi,
  control,
  emulatorForTest,
  it,
  paths,
  rawRequest,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';

/** emulator/README.md: the control API. */

describe('GET /emulator/outbox', () => {
  it('lists exactly the fields of the contract in the outbox, newest last', async ({
    emulator,
    tid,
  }) => {
    const phoneNumber = '+44********58';
    for (const method of [
      'push',
      'totp',
      'sms',
      'email',
      'yotp',
      'smsLink',
      'qrcode',
      'phoneCall',
    ] as const) {
      await selectMethod(emulator, tid, method);
    }
    const text = expect.any(String) as string;
    const common = {
      id: text,
      at: expect.any(Number) as number,
      tid,
      username: 'alice',
      state: 'open',
    };
    const link = expect.stringMatching(new RegExp(`^${emulator.url}/link/`)) as string;
    const { json } = await control(emulator, 'GET', '/outbox?username=ALICE');
    expect(json).toEqual([
      { ...common, method: 'push', kind: 'push' },
      {
        ...common,
        method: 'sms',
        kind: 'sms',
        // The next selection has made it useless.
        state: 'replaced',
        code: expect.stringMatching(/^\d{6}$/) as string,
        phoneNumber,
      },
      { ...common, method: 'email', kind: 'email', link },
      { ...common, method: 'smsLink', kind: 'sms', link, phoneNumber },
      { ...common, method: 'qrcode', kind: 'qr', qrText: text },
      { ...common, method: 'phoneCall', kind: 'call', phoneNumber },
    ]);
  });

  it('gives each person an outbox of their own, and that of everybody without a name', async () => {
    const emulator = await emulatorForTest({ users: [{ username: 'Åsa & 李 🌊' }] });
    await selectMethod(emulator, await begin(emulator), 'push');
    await selectMethod(emulator, await begin(emulator, 'Åsa & 李 🌊'), 'push');
    const mine = await control(
      emulator,
      'GET',
      `/outbox?username=${encodeURIComponent('ÅSA & 李 🌊')}`,
    );
    expect(mine.json).toMatchObject([{ username: 'Åsa & 李 🌊' }]);
    expect((await control(emulator, 'GET', '/outbox?username=denied')).json).toEqual([]);
    expect((await control(emulator, 'GET', '/outbox')).json).toHaveLength(2);
    const unknown = await control(emulator, 'GET', '/outbox?username=nobody');
    expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'unknown-user' } } });
  });
});

describe('GET /emulator/users/{username}', () => {
  it('shows the codes of a person that are valid now', async () => {
    const emulator = await emulatorForTest({ users: [{ username: 'a/b' }] });
    for (const name of ['alice', 'ALICE', 'a%2Fb']) {
      const { status, json } = await control(emulator, 'GET', `/users/${name}`);
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(['totp', 'bypassCodes', 'yotp']);
      expect(json['totp']).toMatch(/^\d{6}$/);
    }
    expect((await control(emulator, 'GET', '/users/nobody')).status).toBe(404);
    expect((await control(emulator, 'GET', '/users/%ff')).json).toMatchObject({
      error: { code: 'invalid-path' },
    });
  });
});

describe('POST /emulator/transactions/{tid}/…', () => {
  it('approves the newest delivery, or the one that is named, each once', async ({
    emulator,
    tid,
  }) => {
    await selectMethod(emulator, tid, 'email');
    await selectMethod(emulator, tid, 'push');
    await selectMethod(emulator, tid, 'push');
    const [email, older, newest] = emulator.outbox.ofTransaction(tid).map(({ id }) => id);
    const path = `/transactions/${tid}/approve`;
    expect((await control(emulator, 'POST', path, { id: email })).json).toMatchObject({
      id: email,
      method: 'email',
    });
    expect((await control(emulator, 'POST', path)).json).toMatchObject({ id: newest });
    expect((await control(emulator, 'POST', path, {})).json).toMatchObject({ id: older });
    expect(emulator.outbox.ofTransaction(tid).map(({ state }) => state)).toEqual(
      Array(3).fill('approved'),
    );
    const nothing = await control(emulator, 'POST', path);
    expect(nothing).toMatchObject({ status: 409, json: { error: { code: 'nothing-to-approve' } } });
    const again = await control(emulator, 'POST', path, { id: email });
    expect(again.status).toBe(409);
    const unknown = await control(emulator, 'POST', path, { id: 'no-such' });
    expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'unknown-delivery' } } });
  });

  it.for([
    ['before a method was selected', null, 'approve', /no method was selected/],
    ['a code is typed', 'sms', 'approve', /typing a code/],
    ['a passcode is typed', 'totp', 'approve', /typing a code/],
    ['a hardware key is touched', 'yotp', 'approve', /typing a code/],
    ['an email is not denied', 'email', 'deny', /only a push can be denied/],
    ['a call is not denied', 'phoneCall', 'deny', /only a push can be denied/],
  ] as const)(
    'answers 409 to an act that is not possible: %s',
    async ([_name, method, act, words], { emulator, tid }) => {
      if (method !== null) await selectMethod(emulator, tid, method);
      const { status, json } = await control(emulator, 'POST', `/transactions/${tid}/${act}`);
      expect(status).toBe(409);
      expect(json).toEqual({
        error: { code: `nothing-to-${act}`, message: expect.stringMatching(words) as string },
      });
    },
  );

  it('expires a transaction, and refuses later acts and methods', async ({ emulator, tid }) => {
    await selectMethod(emulator, tid, 'push');
    const expired = await control(emulator, 'POST', `/transactions/${tid}/expire`);
    expect(expired).toEqual({ status: 200, json: { tid, phase: 'expired' } });
    expect(await control(emulator, 'POST', `/transactions/${tid}/approve`)).toMatchObject({
      status: 409,
      json: { error: { code: 'transaction-expired' } },
    });
    expect((await selectMethod(emulator, tid, 'push')).result['exception']).toBe(
      'TransactionIdExpiredException',
    );
  });

  it('refuses to approve or expire a finished transaction', async ({ emulator, tid }) => {
    await callApi(emulator, paths.credentials, { accessToken: await approvedPush(emulator, tid) });
    for (const act of ['approve', 'expire']) {
      expect(await control(emulator, 'POST', `/transactions/${tid}/${act}`)).toMatchObject({
        status: 409,
        json: { error: { code: 'transaction-finished' } },
      });
    }
  });

  it.for(['approve', 'deny', 'expire'])(
    'answers 404 to %s of an unknown transaction',
    async (act, { emulator }) => {
      const answer = await control(emulator, 'POST', `/transactions/nonsense/${act}`);
      expect(answer).toMatchObject({
        status: 404,
        json: { error: { code: 'unknown-transaction' } },
      });
    },
  );

  it('tells how far a transaction is', async ({ emulator, tid }) => {
    await selectMethod(emulator, tid, 'sms');
    await callApi(emulator, paths.code, { tid, vericode: 'x' });
    expect((await control(emulator, 'GET', `/transactions/${tid}`)).json).toEqual({
      tid,
      username: 'alice',
      status: 'pending',
      phase: 'open',
      method: 'sms',
      wrongCodes: 1,
      listeners: 0,
      unsubscribed: 0,
    });
    expect((await control(emulator, 'GET', '/transactions/none')).status).toBe(404);
  });
});

it('lists every API request in the log, as the contract has it', async ({ emulator }) => {
  await callApi(emulator, paths.init, { username: 'alice' });
  await callApi(emulator, paths.init, { username: 'bypassed' });
  await callApi(emulator, paths.method, {}, { rawBody: 'not json', signature: 'x' });
  await callApi(emulator, paths.init, {}, { method: 'GET' });
  const at = expect.any(Number) as number;
  const { systemToken } = emulator;
  expect((await control(emulator, 'GET', '/log')).json).toEqual([
    {
      at,
      path: paths.init,
      username: 'alice',
      body: { systemToken, username: 'alice' },
      signatureValid: true,
      status: 200,
    },
    {
      at,
      path: paths.init,
      username: 'bypassed',
      body: { systemToken, username: 'bypassed' },
      signatureValid: true,
      status: 400,
      exception: 'UserBypassedException',
    },
    {
      at,
      path: paths.method,
      body: 'not json',
      signatureValid: false,
      status: 400,
      exception: 'MissingFieldException',
    },
    {
      at,
      path: paths.init,
      body: '',
      signatureValid: false,
      status: 400,
      exception: 'MissingFieldException',
    },
  ]);
  expect(emulator.log.count(paths.init)).toBe(3);
});

describe('/emulator/faults', () => {
  it('sets, shows and deletes faults', async ({ emulator }) => {
    const faults = [
      { path: paths.init, kind: 'status', status: 503, times: 2 },
      { path: 'realtime', kind: 'event-lost' },
    ];
    const views = [
      { ...faults[0], id: 1, timesLeft: 2, hits: 0 },
      { ...faults[1], id: 2, timesLeft: null, hits: 0 },
    ];
    expect(await control(emulator, 'POST', '/faults', faults)).toEqual({
      status: 200,
      json: { faults: views },
    });
    expect((await control(emulator, 'GET', '/faults')).json).toEqual(views);
    expect((await callApi(emulator, paths.init, {})).status).toBe(503);
    expect((await control(emulator, 'GET', '/faults')).json).toMatchObject([
      { timesLeft: 1, hits: 1 },
      {},
    ]);
    expect((await control(emulator, 'DELETE', '/faults')).json).toEqual({ removed: 2 });
    expect((await callApi(emulator, paths.init, {})).status).toBe(400);
  });

  const good = { path: paths.init, kind: 'html' };
  it.for<readonly [unknown, string, string, RegExp]>([
    [{ kind: 'html', path: '*' }, 'invalid-fault', '', /array/],
    [['text'], 'invalid-fault', '[0]', /./],
    [[{ kind: 'html' }], 'invalid-fault', '[0].path', /./],
    [[{ path: paths.init }], 'invalid-fault', '[0].kind', /./],
    [[good, { path: '/api/nothing', kind: 'html' }], 'unknown-path', '[1].path', /methodSSH/],
    [[{ path: paths.init, kind: 'flood' }], 'unknown-kind', '[0].kind', /truncated-json/],
    [[{ path: 'realtime', kind: 'wrong-signature' }], 'unknown-kind', '[0].kind', /event-late/],
    [[{ path: paths.init, kind: 'event-lost' }], 'unknown-kind', '[0].kind', /known/],
    [[{ path: paths.init, kind: 'other-username' }], 'unknown-path', '[0].path', /credentials/],
    [[{ path: paths.init, kind: 'delay' }], 'invalid-fault', '[0].milliseconds', /./],
    [[{ path: paths.init, kind: 'status', status: 99 }], 'invalid-fault', '[0].status', /./],
    [[{ ...good, times: 0 }], 'invalid-fault', '[0].times', /./],
    [[{ ...good, colour: 'red' }], 'invalid-fault', '[0].colour', /./],
    [[{ ...good, transport: 'polling' }], 'invalid-fault', '[0].transport', /./],
    [[{ path: 'realtime', kind: 'html', username: 'alice' }], 'invalid-fault', '[0].username', /./],
    [
      [{ path: 'realtime', kind: 'html', transport: 'pigeon' }],
      'invalid-fault',
      '[0].transport',
      /./,
    ],
    [
      [{ path: paths.init, kind: 'body', result: 1, merge: {} }],
      'invalid-fault',
      '[0]',
      /exactly one/,
    ],
  ])('refuses %j as faults, and sets none', async ([faults, code, key, words], { emulator }) => {
    const { status, json } = await control(emulator, 'POST', '/faults', faults);
    expect(status).toBe(400);
    expect(json).toEqual({ error: { code, key, message: expect.stringMatching(words) as string } });
    expect(emulator.faults.list()).toEqual([]);
  });
});

it('sets everything back to the start by a reset', async ({ emulator, tid }) => {
  await selectMethod(emulator, tid, 'push');
  emulator.users.add({ username: 'guest' });
  await control(emulator, 'POST', '/faults', [{ path: '*', kind: 'html' }]);
  expect(await control(emulator, 'POST', '/reset')).toEqual({ status: 200, json: { reset: true } });
  expect((await control(emulator, 'GET', '/log')).json).toEqual([]);
  expect((await control(emulator, 'GET', '/faults')).json).toEqual([]);
  expect((await control(emulator, 'GET', '/outbox?username=alice')).json).toEqual([]);
  expect(emulator.users.find('guest')).toBe(undefined);
  expect((await selectMethod(emulator, tid, 'push')).result['exception']).toBe(
    'TransactionIdExpiredException',
  );
});

describe('wrong requests', () => {
  it.for([
    ['GET', '/nothing', 404, 'not-found'],
    ['GET', '/reset', 405, 'wrong-http-method'],
    ['POST', '/log', 405, 'wrong-http-method'],
    ['DELETE', '/reset', 405, 'wrong-http-method'],
  ] as const)('answers %s %s by %i %s', async ([method, path, status, code], { emulator }) => {
    expect(await control(emulator, method, path)).toMatchObject({
      status,
      json: { error: { code } },
    });
  });

  it('refuses a body that is not JSON, has unknown keys or is too large', async ({ emulator }) => {
    const headers = { 'content-type': 'application/json' };
    const post = (body: string): Promise<{ status: number; text: string }> =>
      rawRequest(`${emulator.url}/emulator/reset`, { method: 'POST', headers, body });
    expect(await post('{')).toMatchObject({
      status: 400,
      text: expect.stringContaining('invalid-json') as string,
    });
    const unknown = await post('{"x":1}');
    expect(unknown).toMatchObject({
      status: 400,
      text: expect.stringContaining('"key":"x"') as string,
    });
    expect((await post(JSON.stringify('x'.repeat(1_100_000)))).status).toBe(413);
  });
});
