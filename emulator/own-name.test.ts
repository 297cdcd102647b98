import { describe, expect, it } from 'vitest';
import {
  actOf,
  begin,
  callApi,
  control,
  emulatorForTest,
  listen,
  paths,
  selectMethod,
  setFault,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import { eventually } from '../tests/support/eventually.ts';

/** Everything by one's own name, so that tests run side by side in one emulator. */

const init = (
  emulator: Parameters<typeof callApi>[0],
  username: string,
): ReturnType<typeof callApi> => callApi(emulator, paths.init, { username });

describe('--unknown-users pending', () => {
  it('lets anybody log in, by every method, and keeps them', async () => {
    const emulator = await emulatorForTest({ unknownUsers: 'pending' });
    const answer = await init(emulator, 'Never seen');
    expect(answer.result).toMatchObject({ status: 'pending' });
    expect(answer.result['methods']).toHaveLength(8);
    expect(emulator.users.find('never SEEN')?.username).toBe('Never seen');
  });

  it('makes every name of the control interface that of somebody', async () => {
    const emulator = await emulatorForTest({ unknownUsers: 'pending' });
    expect((await control(emulator, 'GET', '/users/carol')).status).toBe(200);
    expect((await control(emulator, 'GET', '/outbox?username=dave')).json).toEqual([]);
    const fault = { path: paths.init, kind: 'html', username: 'erin' };
    expect((await control(emulator, 'POST', '/faults', [fault])).status).toBe(200);
    const approval = control(emulator, 'POST', actOf('frank', 'approve'), { waitSeconds: 10 });
    const tid = await begin(emulator, 'frank');
    await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'push');
    expect((await approval).json).toMatchObject({ tid });
  });

  it('denies an unknown name by default, which a notice says', async () => {
    const notices: string[] = [];
    const emulator = await emulatorForTest({ onNotice: (notice) => notices.push(notice) });
    await init(emulator, 'denied');
    expect(notices).toEqual([]);
    expect((await init(emulator, 'carol')).result).toMatchObject({ status: 'denied' });
    expect(notices).toEqual([
      `${paths.init}: there is no user "carol", so the login is denied. With --unknown-users pending every name is a user's.`,
    ]);
  });
});

describe('POST /emulator/users', () => {
  it('adds one person or several, and replaces one of the same name', async () => {
    const emulator = await emulatorForTest();
    const one = await control(emulator, 'POST', '/users', { username: 'carol', methods: ['sms'] });
    expect(one).toMatchObject({ status: 200, json: { users: ['carol'] } });
    const two = [
      { username: 'Carol', methods: ['push'] },
      { username: 'dave', outcome: 'waiting' },
    ];
    expect((await control(emulator, 'POST', '/users', two)).json).toEqual({
      users: ['Carol', 'dave'],
    });
    expect((await init(emulator, 'carol')).result).toMatchObject({ methods: ['push'] });
    expect((await init(emulator, 'dave')).result).toMatchObject({ status: 'waiting' });
  });

  it('says which member of a person is missing', async () => {
    const emulator = await emulatorForTest();
    const answer = await control(emulator, 'POST', '/users', { user: 'carol' });
    expect(answer.json['error']).toMatchObject({ key: 'username', message: 'is missing' });
  });

  it('refuses all people for one that is wrong, and names the place', async () => {
    const emulator = await emulatorForTest();
    const people = [{ username: 'carol' }, { username: 'dave', methods: ['pigeon'] }];
    const answer = await control(emulator, 'POST', '/users', people);
    expect(answer).toMatchObject({ status: 400, json: { error: { key: '[1].methods[0]' } } });
    expect(emulator.users.find('carol')).toBeUndefined();
  });
});

describe('faults', () => {
  it('shows the faults that were given, and removes them by name and by id', async () => {
    const emulator = await emulatorForTest();
    const given = [
      { path: paths.init, kind: 'status', status: 503, username: 'alice', times: 2 },
      { path: paths.init, kind: 'html', username: 'slow' },
      { path: 'realtime', kind: 'event-late', milliseconds: 5, username: 'ALICE' },
      { path: '*', kind: 'delay', milliseconds: 1, skip: 3 },
    ];
    await control(emulator, 'POST', '/faults', given);
    const listed = (await control(emulator, 'GET', '/faults')).json as unknown as object[];
    expect(listed).toMatchObject(given);
    const removed = await control(emulator, 'DELETE', '/faults?username=Alice');
    expect(removed.json).toEqual({ removed: 2 });
    const [slow, everybody] = emulator.faults.list();
    expect([slow?.kind, everybody?.kind]).toEqual(['html', 'delay']);
    const one = await control(emulator, 'DELETE', `/faults/${String(slow?.id)}`);
    expect(one.json).toEqual({ removed: 1 });
    expect((await control(emulator, 'DELETE', '/faults/999')).status).toBe(404);
    expect(emulator.faults.list()).toHaveLength(1);
  });

  it('cuts and disconnects the sockets of one person, and leaves the others', async () => {
    const emulator = await emulatorForTest();
    const [mine, other] = [await begin(emulator, 'slow'), await begin(emulator)];
    const first = await listen(emulator, [tidChannel(mine)]);
    const second = await listen(emulator, [tidChannel(other)]);
    const unsubscribed = await listen(emulator, []);
    const ids = [second, unsubscribed].map(({ socket }) => socket.id);
    const firstId = first.socket.id;
    first.socket.io.opts.reconnection = true;
    setFault(emulator, { path: 'realtime', kind: 'drop-now', username: 'SLOW' });
    await eventually('the cut', () => first.socket.id !== firstId && first.socket.connected);
    await first.socket.emitWithAck('subscribe', { channel: tidChannel(mine) });
    setFault(emulator, { path: 'realtime', kind: 'disconnect-now', username: 'slow' });
    await eventually('the disconnection', () => !first.socket.active);
    expect([second, unsubscribed].map(({ socket }) => socket.id)).toEqual(ids);
  });

  it('sends a packet to the sockets of one person, and cuts them after a while', async () => {
    const emulator = await emulatorForTest();
    const [mine, other] = [await begin(emulator, 'slow'), await begin(emulator)];
    setFault(emulator, {
      path: 'realtime',
      kind: 'drop-after',
      milliseconds: 50,
      username: 'slow',
    });
    const second = await listen(emulator, [tidChannel(other)]);
    const first = await listen(emulator, [tidChannel(mine)]);
    const before = first.socket.id;
    setFault(emulator, {
      path: 'realtime',
      kind: 'packet-now',
      packet: '2["hello"]',
      username: 'slow',
    });
    await first.waitForEvents(1);
    expect(first.events[0]?.name).toBe('hello');
    await eventually('the cut', () => first.socket.id !== before);
    await second.socket.emitWithAck('subscribe', {});
    expect(second.events.map(({ name }) => name)).toEqual(['subscription_error']);
  });

  it('says how many connections a fault met that acts at once, and why that is none', async () => {
    const emulator = await emulatorForTest();
    await listen(emulator, [tidChannel(await begin(emulator, 'slow'))]);
    await listen(emulator, []);
    const kind = { path: 'realtime', kind: 'packet-now', packet: '2["hello"]' };
    const given = [
      { ...kind, username: 'slow' },
      { ...kind, username: 'alice' },
      { path: 'realtime', kind: 'drop-now' },
    ];
    const { json } = await control(emulator, 'POST', '/faults', given);
    const reason = 'No socket has subscribed to a transaction of alice.';
    expect(json['faults']).toEqual([
      { ...given[0], id: 1, hits: 1, timesLeft: null },
      { ...given[1], id: 2, hits: 0, timesLeft: null, reason },
      { ...given[2], id: 3, hits: 2, timesLeft: null },
    ]);
  });

  it.each([
    [{ path: 'realtime', kind: 'refuse', username: 'alice' }],
    [{ path: 'realtime', kind: 'open-packet', username: 'alice' }],
    [{ path: 'realtime', kind: 'packet-first', packet: '2["x"]', username: 'alice' }],
    [{ path: 'realtime', kind: 'status', status: 503, username: 'alice' }],
  ])('refuses a fault for one person if the client cannot be told apart: %j', async (fault) => {
    const emulator = await emulatorForTest();
    const answer = await control(emulator, 'POST', '/faults', [fault]);
    expect(answer).toMatchObject({
      status: 400,
      json: {
        error: {
          key: '[0].username',
          message: expect.stringContaining('whose connection it is') as string,
        },
      },
    });
  });

  it('refuses a fault for a name that nobody has', async () => {
    const emulator = await emulatorForTest();
    const fault = { path: paths.init, kind: 'html', username: 'nobody' };
    const answer = await control(emulator, 'POST', '/faults', [fault]);
    expect(answer).toMatchObject({ status: 400, json: { error: { key: '[0].username' } } });
    expect(emulator.faults.list()).toEqual([]);
  });
});

describe('the log, a reset and the query of one person', () => {
  it('lists a login of the person with its later calls', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await begin(emulator, 'slow');
    await selectMethod(emulator, tid, 'push');
    const done = emulator.approve(tid);
    const accessToken = done.ok ? done.value.announcement.token : '';
    await callApi(emulator, paths.credentials, { accessToken });
    const log = (await control(emulator, 'GET', '/log?username=ALICE')).json;
    expect(log).toMatchObject([
      { path: paths.init, username: 'alice' },
      { path: paths.method, username: 'alice' },
      { path: paths.credentials, username: 'alice' },
    ]);
    expect((await control(emulator, 'GET', '/log')).json).toHaveLength(4);
    expect((await control(emulator, 'GET', '/log?username=nobody')).status).toBe(404);
  });

  it('resets one person and leaves everything of the others', async () => {
    const emulator = await emulatorForTest();
    await control(emulator, 'POST', '/users', { username: 'carol' });
    const [mine, other] = [await begin(emulator, 'carol'), await begin(emulator)];
    await selectMethod(emulator, mine, 'push');
    await selectMethod(emulator, other, 'push');
    setFault(emulator, { path: paths.init, kind: 'html', username: 'carol' });
    setFault(emulator, { path: paths.init, kind: 'html', username: 'alice' });
    const codes = emulator.users.find('carol')?.bypassCodes.available();
    const reset = await control(emulator, 'POST', '/reset?username=carol');
    expect(reset.json).toEqual({ reset: true });

    expect((await control(emulator, 'GET', `/transactions/${mine}`)).status).toBe(404);
    expect((await control(emulator, 'GET', '/outbox?username=carol')).json).toEqual([]);
    expect((await control(emulator, 'GET', '/log?username=carol')).json).toEqual([]);
    expect(emulator.users.find('carol')?.bypassCodes.available()).not.toEqual(codes);
    expect((await control(emulator, 'GET', `/transactions/${other}`)).json).toMatchObject({
      phase: 'open',
    });
    expect((await control(emulator, 'GET', '/outbox')).json).toMatchObject([{ username: 'alice' }]);
    expect((await control(emulator, 'GET', '/log')).json).toMatchObject([
      { username: 'alice' },
      { username: 'alice' },
    ]);
    expect(emulator.faults.list()).toMatchObject([{ username: 'alice' }]);
  });

  it.each([
    ['GET', '/outbox?tid=x', 'takes username, after, waitSeconds'],
    ['GET', '/log?user=alice', 'takes username'],
    ['DELETE', '/faults?tid=x', 'takes username'],
    ['POST', '/reset?user=alice', 'takes username'],
    ['GET', '/users/alice?x=1', 'takes no query'],
  ] as const)('refuses an unknown query parameter: %s %s', async (method, path, words) => {
    const emulator = await emulatorForTest();
    const { status, json } = await control(emulator, method, path);
    expect([status, json]).toMatchObject([
      400,
      { error: { code: 'invalid-query', message: expect.stringContaining(words) as string } },
    ]);
  });
});
