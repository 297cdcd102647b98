import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { memberOf } from '../../shared/ipc/channels.ts';
import { ARGUMENTS } from '../../shared/ipc/contract.ts';
import type { NumberedView } from '../../shared/login/view/login-view.ts';
import { expect, test } from './fixtures.ts';
import { callsFromSecondWindow, MEMBERS, membersOfBridge } from './support/bridge-calls.ts';
import { canariesInProgram, canariesLeft, loginWithEveryCode } from './support/login-canaries.ts';
import {
  CLEAN_ADDRESS,
  DISGUISED_ADDRESSES,
  openEnrolmentAt,
  REFUSED_ADDRESSES,
} from './support/enrolment-addresses.ts';
import { recordOpened } from './support/opened.ts';

test('offers the page the bridge of the contract, which it cannot change (SEC-8)', async ({
  launch,
}) => {
  const { window } = await launch();
  expect(await membersOfBridge(window)).toEqual(MEMBERS);
  const changed = await window.evaluate(() => {
    const bridge = (self as unknown as { gatehouse: Record<string, Record<string, unknown>> })
      .gatehouse;
    const tries: Record<string, () => unknown> = {
      'a new bridge': () => Reflect.set(self, 'gatehouse', {}),
      'no bridge': () => Reflect.deleteProperty(self, 'gatehouse'),
      'a new group': () => Reflect.set(bridge, 'shell', {}),
      'another function': () => Reflect.set(bridge['login'] ?? {}, 'getView', () => 0),
      'an accessor': () =>
        Reflect.defineProperty(bridge['login'] ?? {}, 'cancel', { get: () => 0 }),
    };
    return Object.entries(tries)
      .filter(([, change]) => change() === true)
      .map(([name]) => name);
  });
  expect(changed).toEqual([]);
});

test('refuses arguments of the bridge outside the contract, and drops every extra one (SEC-8)', async ({
  launch,
}) => {
  const { window, log } = await launch();
  const before = await window.evaluate(() => self.gatehouse?.login.getView({}));
  const calls = (Object.keys(ARGUMENTS) as (keyof typeof ARGUMENTS)[]).map((name) =>
    memberOf(name),
  );
  const answers = await window.evaluate(async (members) => {
    const bridge = (self as unknown as { gatehouse: Record<string, Record<string, Call>> })
      .gatehouse;
    type Call = (...args: readonly unknown[]) => Promise<{ ok: boolean; error?: { code: string } }>;
    const wrong: readonly unknown[] = [
      undefined,
      null,
      true,
      7,
      'alice',
      [],
      [{}],
      { unknown: 1 },
      { username: 7, method: 'fido', code: null, what: 'secret' },
      { username: 'x'.repeat(5000), code: 'x'.repeat(5000), method: 'x', what: 'x' },
      { username: { toString: 'alice' }, method: ['push'], code: ['1'], what: ['qr-text'] },
      { username: 'alice', method: 'push', code: '1', what: 'qr-text', extra: 1 },
    ];
    const codes = new Set<string>();
    for (const [domain, member] of members) {
      const call = bridge[domain]?.[member];
      for (const argument of wrong) {
        const answer = await call?.(argument);
        codes.add(`${domain}.${member} ${String(answer?.error?.code ?? answer?.ok)}`);
      }
      // An argument that cannot be cloned is an error in the page and never reaches main.
      for (const argument of [() => 0, Symbol('x'), document.body]) {
        const end = await Promise.resolve(call?.({ username: argument })).catch(() => 'thrown');
        codes.add(
          `${domain}.${member} ${end === 'thrown' ? 'thrown' : String((end as { error?: { code: string } }).error?.code)}`,
        );
      }
    }
    // More arguments than one are dropped on this side: no channel can be named.
    const extra = await bridge['login']?.['getView']?.({}, 'app:quit', { channel: 'app:quit' });
    return { codes: [...codes], extra: extra?.ok };
  }, calls);
  for (const [domain, member] of calls) {
    const codes = answers.codes.filter((code) => code.startsWith(`${domain}.${member} `));
    expect.soft(codes, `${domain}.${member}`).toContain(`${domain}.${member} ipc-invalid`);
    expect.soft(codes, `${domain}.${member}`).not.toContain(`${domain}.${member} true`);
    expect.soft(codes, `${domain}.${member}`).not.toContain(`${domain}.${member} undefined`);
    expect.soft(codes, `${domain}.${member}`).not.toContain(`${domain}.${member} internal`);
  }
  expect(answers.extra).toBe(true);
  const after = await window.evaluate(() => self.gatehouse?.login.getView({}));
  // All but the moment, which is that of the question.
  const timeless = (answer: typeof before): unknown =>
    answer?.ok ? { ...answer.value, atMs: 0 } : null;
  expect(timeless(before)).not.toBeNull();
  expect(timeless(after)).toEqual(timeless(before));
  expect(log()).toContain('"event":"ipc-invalid"');
});

test('refuses calls of another window and of a frame in ours, and lets no other page stay (SEC-8)', async ({
  launch,
}) => {
  const { app, window } = await launch();
  await test.step('a second window with our preload, session and page', async () => {
    expect(await callsFromSecondWindow(app)).toEqual(['ipc-denied: not our window']);
  });

  await test.step('a frame in our window', async () => {
    const frameBridge = await window.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return typeof frame.contentWindow?.gatehouse;
    });
    expect(frameBridge).toBe('undefined');
    // The frame has no way to send, so its message is handed to main's own handlers as Electron
    // would.
    const answers = await app.evaluate(async ({ ipcMain, webContents }) => {
      type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>;
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })
        ._invokeHandlers;
      const sender = webContents.getAllWebContents()[0];
      const frames = sender?.mainFrame.frames ?? [];
      const send = async (senderFrame: unknown): Promise<unknown> =>
        await new Promise((resolve) => {
          const reply = (answer: { result?: unknown; error?: string }): void => resolve(answer);
          const event = {
            sender,
            senderFrame,
            _reply: (result: unknown) => reply({ result }),
            _throw: resolve,
          };
          Promise.resolve(handlers.get('login:get-view')?.(event, {})).then((given) => {
            if (given !== undefined) resolve(given);
          }, resolve);
        });
      return {
        frames: frames.length,
        frame: await send(frames[0]),
        gone: await send(null),
        main: await send(sender?.mainFrame),
      };
    });
    expect(answers.frames).toBe(1);
    const plain = JSON.stringify(answers);
    expect(JSON.stringify(answers.frame)).toContain('not the main frame');
    expect(JSON.stringify(answers.gone)).toContain('not the main frame');
    expect(JSON.stringify(answers.main), plain).toContain('"screen":"username"');
  });

  // That another origin is refused is proven in tests/contract; in the program no other page stays
  // at all.
  await test.step('our window comes back from every other page', async () => {
    for (const address of ['app://other/index.html', 'about:blank']) {
      await app.evaluate(async ({ webContents }, url) => {
        await webContents
          .getAllWebContents()[0]
          ?.loadURL(url)
          .catch(() => undefined);
      }, address);
      await expect.poll(() => window.url()).toBe('app://shell/index.html');
      await expect(window.getByRole('textbox', { name: 'Username' })).toBeVisible();
    }
  });
});

test('passes a listener the view and no Electron object, until it unsubscribes (SEC-8)', async ({
  launch,
}) => {
  const { window } = await launch();
  const got = await window.evaluate(async () => {
    const received: unknown[][] = [];
    const end = self.gatehouse?.login.onViewChanged((...args: unknown[]) => received.push(args));
    await self.gatehouse?.login.submitUsername({ username: '   ' });
    await self.gatehouse?.login.getView({});
    end?.();
    await self.gatehouse?.login.submitUsername({ username: 'x'.repeat(300) });
    await self.gatehouse?.login.getView({});
    return received;
  });
  expect(got).toHaveLength(1);
  expect(got[0]).toHaveLength(1);
  const { revision, view } = got[0]?.[0] as NumberedView;
  expect(revision).toBeGreaterThan(0);
  expect(view).toMatchObject({ screen: 'username', problem: 'empty' });
});

test('opens only clean https addresses from the service, exactly as shown (SEC-7)', async ({
  launch,
  person,
}) => {
  const { app, window } = await launch();
  const opened = await recordOpened(app);
  const enrol = (webURI: string) => openEnrolmentAt(webURI, window, person);

  for (const webURI of REFUSED_ADDRESSES) {
    expect.soft((await enrol(webURI)).code, webURI.slice(0, 60)).toBe('not-now');
    expect.soft(await opened(), webURI.slice(0, 60)).toEqual([]);
  }
  for (const webURI of DISGUISED_ADDRESSES) {
    const { shown } = await enrol(webURI);
    // Either it is refused, or the opened address is the displayed one.
    expect.soft([[], [shown]], webURI).toContainEqual(await opened());
  }
  expect(await enrol(CLEAN_ADDRESS)).toEqual({ code: 'done', shown: CLEAN_ADDRESS });
  expect(await opened()).toEqual([CLEAN_ADDRESS]);
});

test('keeps secrets, tokens and codes out of the page, the log and the disk (SEC-8, SEC-9)', async ({
  launch,
  person,
  emulator,
}) => {
  const { app, window, profile, log } = await launch();
  const login = { app, window, person, emulator };
  const canaries = await loginWithEveryCode(login);
  expect(await canariesInProgram(login, canaries)).toEqual([]);
  await test.step('cookies', async () => {
    const cookies = await app.evaluate(({ session }) =>
      Promise.all(
        ['shell', 'service-1'].map((name) =>
          session.fromPartition(name, { cache: false }).cookies.get({}),
        ),
      ),
    );
    // Our own mark, for no server (docs/decisions/0048).
    expect(cookies).toMatchObject([[], [{ domain: 'rule.invalid' }]]);
  });
  await app.close();
  expect(canariesLeft(profile, log(), canaries)).toEqual([]);
  await test.step('preferences.json as documented, and a log that its owner alone reads', () => {
    const preferences = JSON.parse(readFileSync(join(profile, 'preferences.json'), 'utf8')) as {
      methods: Record<string, unknown>;
    };
    expect(preferences).toEqual({ username: 'alice', methods: expect.any(Object) });
    // Three methods were started: the key's is known only where its "right" came before the event
    // (decision 0002).
    expect([[], ['yotp']]).toContainEqual(Object.values(preferences.methods));
    expect(statSync(join(profile, 'log.jsonl')).mode & 0o077).toBe(0);
  });
});
