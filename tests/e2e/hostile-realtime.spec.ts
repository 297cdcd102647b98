import { startEmulator } from '../../emulator/emulator.ts';
import { expect, test } from './fixtures.ts';
import { startCountingServer } from './support/counting-server.ts';
import { api, expectEnd, expectNobodyIn, QUICK, setFault, status, type Fault } from './support/hostile.ts';
import { chooseMethod, heading, submitUsername } from './support/screens.ts';
import { SELF_SIGNED } from './support/self-signed.ts';
import { METHOD_NAMES } from './scenarios.ts';
import { en } from '../support/strings.ts';
import { sampled } from '../support/sampled.ts';

test('real time: ignores a foreign or unproven event, and goes on with the login', async ({
  launch,
  person,
}) => {
  const { window } = await launch({ config: QUICK });
  const events: readonly Fault[] = [
    { kind: 'event-wrong-tid' },
    { kind: 'event-payload', payload: {} },
    { kind: 'event-payload', payload: null },
    { kind: 'event-payload', payload: { token: 7 } },
    { kind: 'event-payload', payload: { token: 'x'.repeat(5000) } },
    { kind: 'event-name', name: 'TransactionConfirmedEventually' },
    { kind: 'event-name', name: '__proto__' },
    { kind: 'event-lost' },
    { kind: 'event-wrong-token' },
  ];
  await chooseMethod(window, 'alice', METHOD_NAMES.qrcode);
  const scan = async (after: number): Promise<void> => {
    await person.approve((await person.delivered('alice', 'qrcode', after)).tid);
  };
  for (const [index, fault] of events.entries()) {
    await person.clearFaults();
    await person.fault({ path: 'realtime', times: 1, ...fault });
    await scan(index);
    await window.getByRole('button', { name: en.methods.qrcode.again }).click();
    await person.delivered('alice', 'qrcode', index + 1);
    await expect(heading(window)).toHaveText('Scan with your phone');
  }
  await person.clearFaults();
  await person.fault({ path: 'realtime', kind: 'event-duplicate', copies: 5 });
  await scan(events.length);
  // The genuine one came last on the same line: all others were read, and only the unknown token was asked about.
  await expect(heading(window)).toHaveText('You are signed in');
  const tokens = (await person.log()).filter(({ path }) => path === api('credentials'));
  expect(tokens.map(({ status: answered }) => answered)).toEqual([400, 200]);
});

test('real time: a line that is refused or hostile is tried again, and given up in a clear screen', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: QUICK });
  const lines: readonly Fault[] = [
    { kind: 'open-packet', packet: '0{bad' },
    { kind: 'open-packet', packet: '0{}' },
    { kind: 'open-packet', packet: '0{"sid":"x","upgrades":[],"pingInterval":-1,"pingTimeout":0}' },
    { kind: 'refuse' },
    { kind: 'reset' },
    { kind: 'html' },
    { kind: 'oversize', bytes: 2_000_000 },
  ];
  for (const fault of sampled(lines, 3)) {
    await person.clearFaults();
    await person.fault({ path: 'realtime', times: 1, ...fault });
    await chooseMethod(window, 'alice', METHOD_NAMES.totp);
    await expect(heading(window), JSON.stringify(fault)).toHaveText('Type the code in your app');
    await window.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(window)).toHaveText('Who is signing in?');
  }
  await person.clearFaults();
  await person.fault({ path: 'realtime', phase: 'any', ...status(403) });
  await submitUsername(window, 'alice');
  await window.getByRole('button', { name: METHOD_NAMES.push }).click();
  await expect(window.getByRole('status')).toContainText('Starting');
  await expect(heading(window)).toHaveText(en.errors['realtime-unreachable'].title, { timeout: 40_000 });
  await expect(window.getByText(/^realtime-unreachable \(event channel: .+\)/)).toBeVisible();
  await expect(window.getByRole('button', { name: 'Choose another method' })).toBeVisible();
  expect(
    (await person.outbox('alice')).map(({ method }) => method),
    'nothing is sent that cannot be heard',
  ).not.toContain('push');
  expectNobodyIn(log());
});

test('deadlines: no wait is longer than its own', async ({ launch, person }) => {
  const timeouts = { requestSeconds: 1, approvalSeconds: 2, loginSeconds: 3 };
  const { window, log } = await launch({ config: { login: { timeouts } } });
  await chooseMethod(window, 'alice', METHOD_NAMES.push);
  await expectEnd(window, 'timed-out', 'nobody approves');
  await submitUsername(window, 'alice');
  await expectEnd(window, 'login-timed-out', 'nobody chooses');
  await setFault(person, 'credentials', { kind: 'hang' });
  await chooseMethod(window, 'alice', METHOD_NAMES.email);
  await person.approve((await person.delivered('alice', 'email')).tid);
  await expectEnd(window, 'login-timed-out', 'the check of an approval is never answered');
  expectNobodyIn(log());
});

const ALLOWING = { login: { ...QUICK.login, failMode: 'allow-when-unreachable' } };

test('SEC-23: lets in by a fail mode if the service is unreachable, and names it', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: ALLOWING });
  await setFault(person, 'init', { kind: 'reset' });
  await submitUsername(window, 'alice');
  await expect(heading(window)).toHaveText('Signed in without verification');
  expect(log()).toContain('"outcome":"allowed-unreachable"');
});

test('SEC-23: applies no fail mode to an answer, nor to silence after an answer or a choice', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: ALLOWING });
  for (const [endpoint, fault, code] of [
    ['init', { kind: 'html' }, 'network-sign-in'],
    ['init', status(403), 'unexpected-status'],
    ['init', { kind: 'wrong-signature' }, 'response-signature-wrong'],
    ['methodSSH', status(503), 'server-error'],
    ['methodSSH', { kind: 'reset' }, 'network-unreachable'],
    ['init', { kind: 'reset' }, 'network-unreachable'],
  ] as const) {
    await setFault(person, endpoint, fault);
    await submitUsername(window, 'alice');
    if (endpoint === 'methodSSH') await window.getByRole('button', { name: METHOD_NAMES.push }).click();
    await expectEnd(window, code, `${endpoint} ${JSON.stringify(fault)}`);
  }
  expectNobodyIn(log());
});

test('SEC-10: ends the login at an untrusted certificate, without a way to trust it', async ({ launch }) => {
  const hostile = await startEmulator({ tls: SELF_SIGNED });
  try {
    const { url: baseUrl, systemToken } = hostile;
    const { window } = await launch({ config: { ...QUICK, service: { baseUrl, systemToken } } });
    await submitUsername(window, 'alice');
    await expect(heading(window)).toHaveText(en.errors['tls-untrusted'].title);
    await expect(
      window.getByText(/^tls-untrusted \(init: ERR_CERT_AUTHORITY_INVALID \(issued by ".+"\)\)/),
    ).toBeVisible();
    const buttons = await window.getByRole('button').allInnerTexts();
    expect(buttons).toEqual(['Start again', 'Cancel', 'Copy the reference', 'Something wrong?']);
    expect(hostile.log.all()).toEqual([]);
  } finally {
    await hostile.close();
  }
});

test('SEC-9, SEC-11: a server that asks for a login of the system, or sets cookies, gets neither', async ({
  launch,
}) => {
  const greedy = await startCountingServer({
    status: 401,
    headers: {
      'www-authenticate': ['Negotiate', 'NTLM', 'Basic realm="x"'],
      'set-cookie': 'id=1; Max-Age=9999',
    },
  });
  try {
    const { window, app } = await launch({ config: { ...QUICK, service: { baseUrl: greedy.url } } });
    for (const attempt of [1, 2]) {
      await submitUsername(window, 'alice');
      await expectEnd(window, 'unexpected-status', `attempt ${String(attempt)}`);
    }
    expect(greedy.arrivals.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill(`POST ${api('init')}`),
    );
    for (const { headers } of greedy.arrivals) {
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(cookie|authorization)$/)]),
      );
      expect(headers['content-type']).toBe('application/json');
    }
    const kept = await app.evaluate(({ session }) =>
      session.fromPartition('service', { cache: false }).cookies.get({}),
    );
    expect(kept).toEqual([]);
  } finally {
    await greedy.close();
  }
});
