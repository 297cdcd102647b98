import { startEmulator } from '../../emulator/strict.ts';
import { expect, test } from './fixtures.ts';
import { listen } from './support/announcements.ts';
import { startCountingServer } from './support/counting-server.ts';
import {
  api,
  body,
  exception,
  expectEnd,
  expectNobodyIn,
  setFault,
  status,
  type Row,
} from './support/hostile.ts';
import { chooseMethod, heading, submitUsername } from './support/screens.ts';
import { makeSelfSigned } from '../support/certificates/certificates.ts';
import { METHOD_NAMES } from './scenarios.ts';
import { en } from '../support/strings.ts';
import { sampled } from '../support/random/sampled.ts';

/** One answer of each kind; tests/integration/faults has a table for every endpoint. */
const ANYWHERE: readonly Row[] = [
  ['a page instead of JSON', { kind: 'html' }, 'not-the-service'],
  ['1 MiB', { kind: 'oversize' }, 'answer-too-large'],
  ['204', status(204), 'unexpected-status'],
  ['500', status(500), 'server-error'],
  ['a result of null', body({ result: null }), 'answer-malformed'],
  ['a wrong signature', { kind: 'wrong-signature' }, 'response-signature-wrong'],
];

test('ends in a clear screen, never in success, whatever the service answers to init (SEC-21, SEC-27)', async ({
  launch,
  person,
  outside,
}) => {
  const { window, log } = await launch();
  const rows: readonly Row[] = [
    ['302', status(302, { headers: { location: `${outside.url}/portal` } }), 'not-the-service'],
    ...ANYWHERE,
    ['a reset in the body', { kind: 'reset', when: 'in-body' }, 'network-unreachable'],
    ['empty methods', body({ merge: { methods: [] } }), 'no-usable-method'],
    ['a bypass of another number', exception('UserBypassedException', 44), 'unknown-exception'],
    ['too many requests', status(429), 'too-many-attempts'],
  ];
  for (const [what, fault, code] of sampled(rows, 6)) {
    await setFault(person, 'init', fault);
    await submitUsername(window, 'alice');
    await expectEnd(window, code, what);
  }
  expect(outside.touches().connections, 'the redirect is not followed').toBe(0);
  expectNobodyIn(log());
});

test('ends in a clear screen, never in success, if the service is silent to init (SEC-21, SEC-27)', async ({
  launch,
  person,
}) => {
  // Silence alone needs a short limit: every other answer comes, however busy the machine is.
  const { window, log } = await launch({ config: { login: { timeouts: { requestSeconds: 1 } } } });
  await setFault(person, 'init', { kind: 'hang' });
  await submitUsername(window, 'alice');
  await expectEnd(window, 'request-timed-out', 'silence');
  expectNobodyIn(log());
});

test('lets in only the name that was asked for, whatever credentials answers (SEC-20)', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch();
  const rows: readonly Row[] = [
    ['another username', { kind: 'other-username' }, 'other-username'],
    ['a username that looks alike', { kind: 'other-username', value: 'аlice' }, 'other-username'],
    ['a username that is a list', body({ merge: { username: ['alice'] } }), 'answer-malformed'],
    ['a bypass', exception('UserBypassedException', 45), 'unknown-exception'],
  ];
  for (const [index, [what, fault, code]] of rows.entries()) {
    await setFault(person, 'credentials', fault);
    await chooseMethod(window, 'alice', METHOD_NAMES.push);
    await person.approve((await person.delivered('alice', 'push', index)).tid);
    await expectEnd(window, code, what);
  }
  expectNobodyIn(log());
});

test('shows the service’s texts as plain text despite markup, disguise and length', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  await window.evaluate(() => {
    const violations: string[] = [];
    Object.assign(self, { violations });
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.blockedURI),
    );
  });
  const markup = '<img src=x onerror="self.ran=1"><b>bold</b>';
  const disguised = 'safe\u202egnp.exe\u202c\u200b\u0000\u001b[31m\nnext';
  const long = 'long '.repeat(400);
  const bodyText = (): Promise<string> => window.evaluate(() => document.body.innerText);

  for (const [errorMessage, details, name] of [
    [markup, disguised, markup],
    [disguised, long, disguised],
    [long, markup, long],
  ]) {
    await setFault(person, 'init', {
      kind: 'exception',
      exception: 'OddException',
      code: 7,
      errorMessage,
      details,
      name,
    });
    await submitUsername(window, 'alice');
    await expect(heading(window)).toHaveText(en.errors['unknown-exception'].title);
    const shown = await window.getByRole('main').innerText();
    expect(shown).toContain('The service says');
    if (errorMessage === markup || details === markup) expect(shown).toContain(markup);
    if (errorMessage === disguised) expect(shown).toContain('safegnp.exe');
    expect(await bodyText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0000\u001b]/);
    // The limit is for displayed lines; the announcement joins our sentence and both of the
    // service's.
    expect(
      Math.max(...shown.split('\n').map((line) => Array.from(line).length)),
    ).toBeLessThanOrEqual(300);
    await window.getByRole('button', { name: 'Cancel' }).click();
  }

  await person.clearFaults();
  await person.fault(
    {
      path: api('init'),
      kind: 'body',
      merge: { applicationName: markup, companyName: `${disguised}${long}` },
    },
    { path: api('methodSSH'), kind: 'body', merge: { phoneNumber: `${markup}${disguised}` } },
  );
  await chooseMethod(window, 'alice', METHOD_NAMES.sms);
  const text = await bodyText();
  expect(text).toContain('<b>bold</b>');
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0000\u001b]/);
  const overflows = await window.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(overflows).toBe(false);
  await expect(window.getByRole('textbox', { name: 'Code' })).toBeInViewport();

  const made = await window.evaluate(() => ({
    elements: document.querySelectorAll('#root img[src="x"], #root b').length,
    hasRun: 'ran' in self,
    violations: (self as unknown as { violations: string[] }).violations,
  }));
  expect(made).toEqual({ elements: 0, hasRun: false, violations: [] });
});

test('rejects an invalid username at once, unsent, and sends one of any script or emoji', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const field = window.getByRole('textbox', { name: 'Username' });
  const heard = await listen(window);
  for (const [name, problem] of [
    ['   ', 'empty'],
    ['🙂'.repeat(257), 'too-long'],
    ['ali\u202ece', 'unusable-characters'],
  ] as const) {
    await submitUsername(window, name);
    await expect(window.locator('#username-problem')).toHaveText(en.usernameProblem[problem]);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect.poll(heard).toContain(`alert: ${en.usernameProblem[problem]}`);
  }
  expect(await person.log()).toEqual([]);
  for (const name of ['🙂👩‍👩‍👧', 'محمد', `o'neil+x@example.com'); DROP--`, 'x'.repeat(256)]) {
    await submitUsername(window, ` ${name} `);
    await expect(heading(window)).toHaveText('Access Denied!');
    expect((await person.log()).at(-1)?.body?.['username']).toBe(name);
    await window.evaluate(() => self.gatehouse?.login.cancel({}));
    await expect(heading(window)).toHaveText('Who is signing in?');
  }
});

const ALLOWING = { login: { failMode: 'allow-when-unreachable' } };

test('lets in by a fail mode if the service is unreachable, and names it (SEC-23)', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: ALLOWING });
  await setFault(person, 'init', { kind: 'reset' });
  await submitUsername(window, 'alice');
  await expect(heading(window)).toHaveText('Signed in without verification');
  expect(log()).toContain('"outcome":"allowed-unreachable"');
});

test('applies no fail mode to an answer, nor to silence after an answer or a choice (SEC-23)', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: ALLOWING });
  for (const [endpoint, fault, code] of [
    ['init', status(403), 'unexpected-status'],
    ['init', { kind: 'wrong-signature' }, 'response-signature-wrong'],
    ['methodSSH', { kind: 'reset' }, 'network-unreachable'],
    ['init', { kind: 'reset' }, 'network-unreachable'],
  ] as const) {
    await setFault(person, endpoint, fault);
    await submitUsername(window, 'alice');
    if (endpoint === 'methodSSH')
      await window.getByRole('button', { name: METHOD_NAMES.push }).click();
    await expectEnd(window, code, `${endpoint} ${JSON.stringify(fault)}`);
  }
  expectNobodyIn(log());
});

test('ends the login at an untrusted certificate, without a way to trust it (SEC-10)', async ({
  launch,
}) => {
  const { key, pem } = makeSelfSigned({ names: ['127.0.0.1'] });
  const hostile = await startEmulator({ tls: { key, cert: pem } });
  try {
    const { url: baseUrl, systemToken } = hostile;
    const { window } = await launch({ config: { service: { baseUrl, systemToken } } });
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

test('gives a server that asks for a login of the system, or sets cookies, neither (SEC-9, SEC-11)', async ({
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
    const { window, app } = await launch({ config: { service: { baseUrl: greedy.url } } });
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
      session.fromPartition('service-1', { cache: false }).cookies.get({}),
    );
    // Our own mark, for no server (docs/decisions/0048).
    expect(kept.map(({ domain }) => domain)).toEqual(['rule.invalid']);
  } finally {
    await greedy.close();
  }
});
