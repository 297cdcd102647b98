import { expect, test as base } from './fixtures.ts';
import { startCountingServer, type CountingServer } from './support/counting-server.ts';
import {
  api,
  body,
  exception,
  expectEnd,
  expectNobodyIn,
  QUICK,
  setFault,
  status,
  type Fault,
  type Row,
} from './support/hostile.ts';
import { chooseMethod, heading, submitUsername } from './support/screens.ts';
import { METHOD_NAMES } from './scenarios.ts';
import { en } from '../support/strings.ts';
import { sampled } from '../support/sampled.ts';

const test = base.extend<{ outside: CountingServer }>({
  outside: async ({}, use) => {
    const server = await startCountingServer();
    await use(server);
    await server.close();
  },
});

/** Answers that no endpoint may send. */
const ANYWHERE: readonly Row[] = [
  ['a page instead of JSON', { kind: 'html' }, 'network-sign-in'],
  ['JSON cut off', { kind: 'truncated-json' }, 'answer-malformed'],
  ['noise', { kind: 'garbage' }, 'answer-malformed'],
  ['1 MiB', { kind: 'oversize' }, 'answer-too-large'],
  ['204', status(204), 'unexpected-status'],
  ['401', status(401, { headers: { 'www-authenticate': 'Basic realm="x"' } }), 'unexpected-status'],
  ['403', status(403), 'unexpected-status'],
  ['404', status(404), 'unexpected-status'],
  ['500', status(500), 'server-error'],
  ['503', status(503, { headers: { 'retry-after': '9999999' } }), 'server-error'],
  ['a result of null', body({ result: null }), 'answer-malformed'],
  ['a result that is text', body({ result: 'OK' }), 'answer-malformed'],
  ['a result that is a list', body({ result: [] }), 'answer-malformed'],
  ['no envelope', body({ envelope: [] }), 'answer-malformed'],
  [
    'an envelope of an unknown status',
    body({ envelope: { status: 'FINE', result: {} } }),
    'answer-malformed',
  ],
  ['a wrong signature', { kind: 'wrong-signature' }, 'response-signature-wrong'],
  ['an unknown exception', exception('NobodyKnowsException', 99), 'unknown-exception'],
  [
    'an exception without a name',
    body({ envelope: { status: 'ERROR', result: { code: 45 } } }),
    'answer-malformed',
  ],
];

/** One of each kind: the other endpoints are read by the same code (tests/integration/faults has the whole table). */
const SOME = ANYWHERE.filter(([what]) =>
  ['a page instead of JSON', '1 MiB', '204', '500', 'a result of null', 'a wrong signature'].includes(what),
);

const LOST: readonly Row[] = [
  ['a reset before the answer', { kind: 'reset' }, 'network-unreachable'],
  ['a reset after the headers', { kind: 'reset', when: 'after-headers' }, 'network-unreachable'],
  ['a reset in the body', { kind: 'reset', when: 'in-body' }, 'network-unreachable'],
  ['silence', { kind: 'hang' }, 'request-timed-out'],
];

test('SEC-21, SEC-27: init: whatever the service answers ends in a clear screen, never in success', async ({
  launch,
  person,
  outside,
}) => {
  const { window, log } = await launch({ config: QUICK });
  const rows: readonly Row[] = [
    ...ANYWHERE,
    ...LOST,
    ['302', status(302, { headers: { location: `${outside.url}/portal` } }), 'network-sign-in'],
    ['an unknown status', body({ merge: { status: 'maybe' } }), 'answer-malformed'],
    ['no status and no address', body({ result: { tid: 'x' } }), 'answer-malformed'],
    ['no transaction', body({ merge: { tid: '' } }), 'answer-malformed'],
    ['a transaction that is a number', body({ merge: { tid: 7 } }), 'answer-malformed'],
    ['methods that are text', body({ merge: { methods: 'push' } }), 'answer-malformed'],
    ['no methods', body({ merge: { methods: null } }), 'answer-malformed'],
    ['empty methods', body({ merge: { methods: [] } }), 'no-usable-method'],
    [
      'unknown methods only',
      body({ merge: { methods: ['fido', 'laser', 7, null, 'PUSH'] } }),
      'no-usable-method',
    ],
    [
      'a prompt-flow answer',
      body({ result: { tid: 'x', webURI: 'https://x.example/' } }),
      'application-type-wrong',
    ],
    ['a bypass of another number', exception('UserBypassedException', 44), 'unknown-exception'],
    ['a bypass of no number', exception('UserBypassedException', null), 'unknown-exception'],
    ['a bypass spelt otherwise', exception('userbypassedexception', 45), 'unknown-exception'],
    [
      'a bypass that says OK',
      body({ envelope: { status: 'OK', result: { exception: 'UserBypassedException', code: 45 } } }),
      'answer-malformed',
    ],
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

test('methodSSH: whatever the service answers ends in a clear screen, never in success', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: QUICK });
  const rows: readonly Row[] = [
    ...SOME,
    ...LOST,
    ['another transaction', body({ merge: { tid: 'another' } }), 'answer-malformed'],
    ['another method', body({ merge: { method: 'totp' } }), 'answer-malformed'],
    ['no method', body({ merge: { method: null } }), 'answer-malformed'],
    ['a bypass, which only init may give', exception('UserBypassedException', 45), 'unknown-exception'],
  ];
  for (const [what, fault, code] of sampled(rows, 6)) {
    await setFault(person, 'methodSSH', fault);
    await chooseMethod(window, 'alice', METHOD_NAMES.push);
    await expectEnd(window, code, what);
  }
  for (const [what, row, change] of [
    ['no text for the picture', METHOD_NAMES.qrcode, { qrText: '' }],
    ['more text than a picture holds', METHOD_NAMES.qrcode, { qrText: 'x'.repeat(2901) }],
    ['no token for the key', METHOD_NAMES.yotp, { token: null }],
  ] as const) {
    await setFault(person, 'methodSSH', body({ merge: change }));
    await chooseMethod(window, 'alice', row);
    await expectEnd(window, 'answer-malformed', what);
  }
  expectNobodyIn(log());
});

test('confirmCode: only the answer of the specification counts as a right code', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch({ config: QUICK });
  const rows: readonly Row[] = [
    ...SOME,
    ['a result of false', body({ result: false }), 'answer-malformed'],
    ['a result of "true"', body({ result: 'true' }), 'answer-malformed'],
    ['a result of 1', body({ result: 1 }), 'answer-malformed'],
    ['an exception of another number', exception('PasscodeException', 19), 'unknown-exception'],
    ['a bypass', exception('UserBypassedException', 45), 'unknown-exception'],
  ];
  let messages = 0;
  const sendRightCode = async (fault: Fault): Promise<void> => {
    await setFault(person, 'confirmCode', fault);
    // The answer alone: the service did take the code, and its event would rightly let the person in.
    await person.fault({ path: 'realtime', kind: 'event-lost' });
    await chooseMethod(window, 'alice', METHOD_NAMES.sms);
    const { code = '' } = await person.delivered('alice', 'sms', messages);
    messages += 1;
    await window.getByRole('textbox', { name: 'Code' }).pressSequentially(code);
    await window.keyboard.press('Enter');
  };
  for (const [what, fault, code] of sampled(rows, 6)) {
    await sendRightCode(fault);
    await expectEnd(window, code, what);
  }
  for (const [what, fault] of sampled(LOST, 1)) {
    await sendRightCode(fault);
    // Not sent again by itself: the person is told and decides.
    await expect(window.getByText('The service did not respond.').first(), what).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Code' }), what).toBeFocused();
    await window.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(window)).toHaveText('Who is signing in?');
  }
  expectNobodyIn(log());
});

test('SEC-20: credentials: only the name that was asked for gets in', async ({ launch, person }) => {
  const { window, log } = await launch({ config: QUICK });
  const rows: readonly Row[] = sampled(
    [
      ...SOME,
      ['another username', { kind: 'other-username' }, 'other-username'],
      ['a username that looks alike', { kind: 'other-username', value: 'аlice' }, 'other-username'],
      ['a username with something behind it', { kind: 'other-username', value: 'alice ' }, 'other-username'],
      ['a username that is a list', body({ merge: { username: ['alice'] } }), 'answer-malformed'],
      ['no username', body({ merge: { username: '' } }), 'answer-malformed'],
      ['a bypass', exception('UserBypassedException', 45), 'unknown-exception'],
    ] satisfies Row[],
    6,
  );
  for (const [index, [what, fault, code]] of rows.entries()) {
    await setFault(person, 'credentials', fault);
    await chooseMethod(window, 'alice', METHOD_NAMES.push);
    await person.approve((await person.delivered('alice', 'push', index)).tid);
    await expectEnd(window, code, what);
  }
  for (const [index, [what, fault]] of sampled(LOST, 1).entries()) {
    await setFault(person, 'credentials', fault);
    await chooseMethod(window, 'alice', METHOD_NAMES.push);
    await person.approve((await person.delivered('alice', 'push', rows.length + index)).tid);
    await expect(window.getByText(/may not have arrived/).first(), what).toBeVisible();
    await window.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(window)).toHaveText('Who is signing in?');
  }
  expectNobodyIn(log());
});

test('shows the service’s texts as plain text despite markup, disguise and length', async ({
  launch,
  person,
}) => {
  const { window } = await launch({ config: QUICK });
  await window.evaluate(() => {
    const violations: string[] = [];
    Object.assign(self, { violations });
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.blockedURI));
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
    const text = await bodyText();
    expect(text).toContain('The service says');
    if (errorMessage === markup || details === markup) expect(text).toContain(markup);
    if (errorMessage === disguised) expect(text).toContain('safegnp.exe');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0000\u001b]/);
    // The limit is for displayed lines; the announcement joins our sentence and both of the service's.
    const shown = await window.getByRole('main').innerText();
    expect(Math.max(...shown.split('\n').map((line) => Array.from(line).length))).toBeLessThanOrEqual(300);
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

test('usernames: rejects an invalid one at once, unsent, and sends every script and emoji', async ({
  launch,
  person,
}) => {
  const { window } = await launch({ config: QUICK });
  const field = window.getByRole('textbox', { name: 'Username' });
  for (const name of [
    '',
    '   ',
    'x'.repeat(257),
    '🙂'.repeat(257),
    'ali\u202ece',
    'ali\u0007ce',
    '\u200balice',
    'a\u2028b',
  ]) {
    await submitUsername(window, name);
    await expect(field, JSON.stringify(name.slice(0, 20))).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(window.getByRole('alert')).not.toBeEmpty();
  }
  expect(await person.log()).toEqual([]);
  for (const name of [
    '🙂👩‍👩‍👧',
    'Ærøskøbing',
    'محمد',
    '木村',
    "o'neil+x@example.com",
    `x'); DROP--`,
    'x'.repeat(256),
  ]) {
    await submitUsername(window, ` ${name} `);
    await expect(heading(window)).toHaveText('Access Denied!');
    expect((await person.log()).at(-1)?.body?.['username']).toBe(name);
    await window.evaluate(() => self.gatehouse?.login.cancel({}));
    await expect(heading(window)).toHaveText('Who is signing in?');
  }
});
