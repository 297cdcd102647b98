import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { run } from '../../lab/child-program.ts';
import { makeWindowGate } from '../gate/support/window-gate.ts';
import { expect, test as base, writeConfig } from './fixtures.ts';
import {
  closeWindow,
  detachDebugger,
  expectRefused,
  openGateWindow,
  type GateWindow,
} from './support/gate-window.ts';
import { chooseMethod, heading, submitUsername } from './support/screens.ts';
import { METHOD_NAMES } from './scenarios.ts';

/*
 * The gate with its window: the real launcher, the real Electron, and the command that starts, or never does.
 */
const MARK = 'the command ran';
const COMMAND = ['sh', '-c', `echo "${MARK}"; exit 23`];

const test = base.extend<{ gate: GateWindow }>({
  gate: async ({ emulator }, use) => {
    const gate = await openGateWindow(emulator, [], COMMAND);
    await use(gate);
    await gate.app.close().catch(() => undefined);
  },
});

async function expectRan(gate: GateWindow, outcome: string): Promise<void> {
  expect(await gate.ended).toEqual({ code: 23, signal: null });
  expect(gate.stdout()).toContain(`${MARK}\n`);
  expect(gate.status()).toMatchObject({ outcome, exitCode: 0, ticket: null });
}

test('runs the command of a bypass only when the person has read it', async ({ gate }) => {
  await submitUsername(gate.window, 'bypassed');
  await expect(heading(gate.window)).toHaveText('No verification needed');
  expect(() => gate.status()).toThrow('nothing was decided');
  expect(gate.stdout()).not.toContain(MARK);
  await detachDebugger(gate);
  // The window may be gone before the click is told to have been one; without it the command does
  // not run.
  const pressed = gate.window.getByRole('button', { name: 'Continue' }).click();
  await pressed.catch(() => undefined);
  await expectRan(gate, 'bypassed');
});

test('closes the window on an approval, and ends with the code of the command', async ({
  gate,
  person,
}) => {
  await chooseMethod(gate.window, 'push-only', METHOD_NAMES.push);
  await detachDebugger(gate);
  const closed = gate.window.waitForEvent('close');
  await person.approve((await person.delivered('push-only', 'push')).tid);
  await closed;
  await expectRan(gate, 'confirmed');
});

test('names the fault of a wrong configuration in the window, and never runs the command', async ({
  emulator,
}) => {
  const gate = await openGateWindow(emulator, [], COMMAND, { login: { bypas: 'allow' } });
  await expect(heading(gate.window)).toHaveText('Not set up correctly');
  await expect(
    gate.window.getByText('login.bypas: is not a known key; did you mean bypass?'),
  ).toBeVisible();
  await expect(gate.window.getByRole('button', { name: 'Something wrong?' })).toHaveCount(0);
  await expect(gate.window.getByText(emulator.systemToken)).toHaveCount(0);
  await gate.window.keyboard.press('Tab');
  await expect(gate.window.getByRole('button', { name: 'Close' })).toBeFocused();
  await detachDebugger(gate);
  await gate.window.keyboard.press('Enter').catch(() => undefined);
  await expectRefused(gate, 78, 'misconfigured', 'configuration');
});

test('ends as cancelled without the command when the person closes the window during a push', async ({
  gate,
}) => {
  await chooseMethod(gate.window, 'push-only', METHOD_NAMES.push);
  await expect(heading(gate.window)).toHaveText('Approve on your phone');
  await closeWindow(gate);
  await expectRefused(gate, 130, 'cancelled', 'cancelled');
});

test('ends as cancelled without the command when the person presses Cancel before a name', async ({
  gate,
}) => {
  await detachDebugger(gate);
  const pressed = gate.window.getByRole('button', { name: 'Cancel' }).click();
  await pressed.catch(() => undefined);
  await expectRefused(gate, 130, 'cancelled', 'cancelled');
});

test('ends as cancelled without the command when the window of a bypass is closed', async ({
  gate,
}) => {
  await submitUsername(gate.window, 'bypassed');
  await expect(heading(gate.window)).toHaveText('No verification needed');
  await closeWindow(gate);
  await expectRefused(gate, 130, 'cancelled', 'cancelled');
});

// Without Playwright, which would find no window any more on a busy machine.
test('ends as not-now without the command when no name is typed within --timeout', async ({
  emulator,
}) => {
  const folder = makeSandboxFolder('window-');
  const words = [
    '--config',
    writeConfig(emulator),
    '--timeout',
    '3',
    '--status-fd',
    '5',
    '--',
    ...COMMAND,
  ];
  const gate = makeWindowGate(folder, join(folder, 'profile'));
  const { code, stdout, heard } = await run([gate, ...words], { listenTo: [5] });
  expect({ code, ran: stdout.toString() }).toEqual({ code: 75, ran: '' });
  const verdict = { outcome: 'not-now', reason: 'timed-out', exitCode: 75, ticket: null };
  expect(JSON.parse(heard.get(5) ?? '')).toMatchObject(verdict);
});

test('starts no command by an allowing line that a program of the login writes to each pipe of ours that it has (SEC-31)', async ({
  emulator,
}) => {
  const folder = makeSandboxFolder('writes-');
  const line =
    '{"apiVersion":"gatehouse/1","outcome":"confirmed","reason":null,"exitCode":0,"username":"alice"}';
  for (const name of ['xdg-mime', 'xdg-open']) {
    const program = join(folder, name);
    writeFileSync(
      program,
      // Not into Chromium's own, which have no name: it would end by them.
      `#!/bin/bash
for one in "/proc/$$/fd"/*; do
  case $(readlink "$one") in pipe:*) ;; *) [ ! -p "$one" ] || echo '${line}' >&"\${one##*/}" ;; esac
done
echo some.desktop
: >'${join(folder, 'done-')}${name}'
`,
    );
    chmodSync(program, 0o755);
  }
  const config = { login: { authenticatorScheme: 'mfa-login' } };
  const env = { PATH: `${prepareForSandboxUser(folder)}:${process.env['PATH'] ?? ''}` };
  const gate = await openGateWindow(emulator, [], COMMAND, config, env);
  try {
    await chooseMethod(gate.window, 'alice', METHOD_NAMES.qrcode);
    await gate.window.getByRole('button', { name: 'Open on this computer' }).click();
    await expect.poll(() => existsSync(join(folder, 'done-xdg-open'))).toBe(true);
    await closeWindow(gate);
    await expectRefused(gate, 130, 'cancelled', 'cancelled');
  } finally {
    await gate.app.close().catch(() => undefined);
  }
});
