/**
 * The real gate on a real terminal: the person's input, the terminal as the command finds it, and
 * its state afterwards.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import type { PersonInput } from '../../emulator/service/people.ts';
import { writeConfig, type ConfigJson } from '../../lab/written-config.ts';
import { MARK, skipped } from '../support/bench/here.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import {
  mainOf,
  GateSitting,
  KEYS,
  processesOf,
  Sitting,
  type SittingOptions,
} from './support/pty.ts';

const TERMINAL = resolve(
  import.meta.dirname,
  '..',
  '..',
  'electron',
  'frontends',
  'terminal',
  'terminal.ts',
);
const RUNS = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];
/**
 * All tests share the profile of the user that runs them: no question may offer another test's
 * name.
 */
const FORGETFUL: ConfigJson = { login: { rememberUsername: false, rememberMethod: false } };
const PUSHED = 'A request was sent to your phone.';
const KEY_PROMPT = 'Touch the key (what it types is not shown): ';

/** Tests run side by side, so everybody logs in once. */
const PEOPLE: readonly PersonInput[] = [
  { username: 'stands', methods: ['push'] },
  { username: 'waits-interrupt', methods: ['push'] },
  { username: 'waits-quit', methods: ['push'] },
  { username: 'stops', methods: ['push'] },
  { username: 'hangs-up', methods: ['push'] },
  { username: 'reads-aloud', methods: ['qrcode', 'totp'] },
  { username: 'types', methods: ['push', 'totp', 'sms'] },
  { username: 'checks', methods: ['totp'] },
  { username: 'ponders', methods: ['push'] },
  { username: 'returns', methods: ['push', 'totp'] },
  { username: 'pastes', methods: ['totp'] },
  { username: 'pastes-in-brackets', methods: ['totp', 'push'] },
  { username: 'pastes-for-check', methods: ['totp'] },
];

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  `the gate on a terminal in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    let emulator: Emulator;
    let person: Person;
    const sittings: Sitting[] = [];
    beforeAll(async () => {
      emulator = await startEmulator({ users: [...PEOPLE] });
      person = personAt(emulator.url);
    });
    afterAll(async () => {
      await Promise.all(sittings.map((at) => at.remove()));
      await emulator.close();
    });

    type Changes = SittingOptions & Readonly<{ changes?: ConfigJson }>;
    function sit(
      words: readonly string[],
      { changes = FORGETFUL, env = {}, ...options }: Changes = {},
    ): GateSitting {
      const at = new GateSitting(words, {
        ...options,
        env: { ...host.env, ...env },
        config: writeConfig(emulator, changes, { owner: host }),
      });
      sittings.push(at);
      return at;
    }

    /** It was cancelled: the command never ran, and the terminal is as it was. */
    async function expectCancelled(at: GateSitting): Promise<void> {
      const { code, shown } = await at.ended;
      expect({ code, ran: shown.includes(MARK) }, shown).toEqual({ code: 130, ran: false });
      // Chromium's own processes hear the terminal's signals too, and may have a last word about
      // that.
      expect(shown).toMatch(/\r\nThe sign-in was stopped\. Nobody was signed in\.\r\n/);
      expect(at.status()).toMatchObject({
        outcome: 'cancelled',
        reason: 'cancelled',
        exitCode: 130,
      });
      expectRestored(at);
    }

    function expectRestored(at: GateSitting): void {
      const { before, after } = at.modes();
      expect(before).toMatch(/^[0-9a-f:]{20,}$/);
      expect(after).toBe(before);
    }

    describe('logins', () => {
      it.concurrent('takes name, method and code from the terminal, and leaves it to the command as it was', async () => {
        const look = `for n in 0 1 2; do [ -t $n ] && echo "stream $n is a terminal"; done
        echo "name=$(tty)"; echo "mode=$(stty -g)"; IFS= read -r line </dev/tty; echo "read <$line>"; exit 23`;
        const at = sit(['--', 'sh', '-c', look], { wrapped: 'echo "before=$(tty)"; "$@"' });
        await at.answer('Username: ', 'types');
        await at.choose('Type a code from your app');
        await at.answer('Code (6 digits, or a bypass code): ', (await person.codes('types')).totp);
        // Typed ahead: the login has ended, and the command has not asked yet.
        await at.shows('types is confirmed');
        at.line('a line for the command');
        const { code, shown } = await at.ended;
        expect(code, shown).toBe(23);
        for (const number of [0, 1, 2])
          expect(shown).toContain(`stream ${String(number)} is a terminal`);
        const terminal = /before=(\S+)/.exec(shown)?.[1] ?? 'none';
        expect(terminal).toMatch(/^\/dev\/pts\/\d+$/);
        expect(shown).toContain(`name=${terminal}\r\n`);
        expect(shown).toContain(`mode=${at.modes().before}\r\n`);
        expect(shown).toContain('read <a line for the command>');
        expect(at.status()).toMatchObject({
          outcome: 'confirmed',
          username: 'types',
          method: 'totp',
        });
        expectRestored(at);
      });

      it.concurrent('takes the code out of a message pasted on a terminal, and keeps its other lines from the command', async () => {
        const read = `IFS= read -r line; echo "read <$line>"; exit 23`;
        const at = sit(['--user', 'pastes', '--method', 'totp', '--', 'sh', '-c', read]);
        const { totp } = await person.codes('pastes');
        await at.shows('bypass code): ');
        at.keys(` Your code is: ${totp.slice(0, 3)} ${totp.slice(3)} \r\rtouch x\rhalf`);
        await at.shows('pastes is confirmed');
        at.line('a line for the command');
        await at.shows('read <a line for the command>');
        expect((await at.ended).code).toBe(23);
        expectRestored(at);
      });

      it.concurrent('takes a name and a code that a terminal pastes in brackets, and an arrow key beside them', async () => {
        const at = sit(RUNS);
        const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;
        await at.answer('Username: ', paste('pastes-in-brackets'));
        await at.shows('Type a code from your app');
        await at.answer('Number: ', `\u001b[D${paste('1')}`);
        await at.answer('bypass code): ', paste((await person.codes('pastes-in-brackets')).totp));
        await at.shows(MARK);
        expect((await at.ended).code).toBe(23);
        const codes = (await person.log()).filter(({ path }) => path.endsWith('/confirmCode'));
        expect(codes.every(({ body }) => /^\d{6}$/.test(String(body?.['vericode'])))).toBe(true);
        expectRestored(at);
      });

      it.concurrent('leaves half a typed line to the command when a push is approved during the prompt', async () => {
        const read = `IFS= read -r line; echo "read <$line>"; exit 23`;
        const at = sit(['--user', 'stands', '--method', 'push', '--', 'sh', '-c', read]);
        await at.shows(PUSHED);
        await at.shows('Your choice: ');
        at.keys('half');
        await at.shows('half');
        await person.approve((await person.delivered('stands', 'push')).tid);
        // Each message begins on its own line.
        await at.shows('\r\nstands is confirmed');
        at.line(' a line');
        await at.shows('read <half a line>');
        expect((await at.ended).code).toBe(23);
        expectRestored(at);
      });

      it.concurrent('starts the remembered method by itself in the next login on a terminal', async () => {
        const home = host.makeFolder('profile-');
        const options = {
          changes: { login: { rememberUsername: false, autoStart: true } },
          env: { XDG_CONFIG_HOME: home, GATEHOUSE_RUNNER_HOME: home },
        };
        const first = sit(['--user', 'returns', ...RUNS], options);
        await first.choose('Type a code from your app');
        await first.answer('bypass code): ', (await person.codes('returns')).totp);
        expect((await first.ended).code).toBe(23);
        const second = sit(['--user', 'returns', ...RUNS], options);
        await second.shows('bypass code): ');
        expect(second.shown).not.toContain('Number: ');
        second.keys(KEYS.interrupt);
        await expectCancelled(second);
        rmSync(home, { recursive: true, force: true });
      });

      it.concurrent('writes a QR code as text with --plain, and offers another method', async () => {
        const at = sit(['--user', 'reads-aloud', '--method', 'qrcode', '--plain', ...RUNS], {
          rows: 80,
        });
        const { tid, qrText = '' } = await person.delivered('reads-aloud', 'qrcode');
        await at.shows('The QR code is left out.');
        await at.shows(qrText);
        await at.shows('Or choose another method: type “o”.');
        await at.shows('Your choice: ');
        expect(at.shown).not.toMatch(/[█▀▄\u001b]/u);
        await person.approve(tid);
        await at.shows(MARK);
        expect((await at.ended).code).toBe(23);
      });

      it.concurrent('shows no input of a security key on a terminal', async () => {
        const at = sit(['--user', 'yotp-only', '--method', 'yotp', ...RUNS]);
        const { yotp } = await person.codes('yotp-only');
        await at.asksHidden(KEY_PROMPT);
        at.line(yotp);
        await at.shows(MARK);
        const { code, shown } = await at.ended;
        expect(code).toBe(23);
        expect(shown).not.toContain(yotp.slice(0, 8));
        expect(shown).not.toContain(yotp.slice(-8));
        expectRestored(at);
      });
    });

    describe('ends', () => {
      const HIDDEN = ['--user', 'yotp-only', '--method', 'yotp'];
      it.concurrent.each([
        ['Ctrl-C while waiting', 'waits-interrupt', KEYS.interrupt],
        ['Ctrl-\\ while waiting', 'waits-quit', KEYS.quit],
      ])('cancels the login by %s, and restores the terminal', async (_what, user, key) => {
        const at = sit(['--user', user, '--method', 'push', ...RUNS]);
        await at.shows('Your choice: ');
        at.keys(key);
        await expectCancelled(at);
      });

      it.concurrent.each([
        ['Ctrl-C', KEYS.interrupt, 'half a key'],
        ['Ctrl-D', KEYS.end, ''],
      ])(
        'cancels the login by %s at a hidden entry, and restores the terminal',
        async (_what, key, typed) => {
          const at = sit([...HIDDEN, ...RUNS]);
          await at.asksHidden(KEY_PROMPT);
          at.keys(typed + key);
          await expectCancelled(at);
          expect(at.shown).not.toContain('half a key');
        },
      );

      it.concurrent('says at the left edge that time is up during a hidden entry', async () => {
        const at = sit([...HIDDEN, '--timeout', '20', ...RUNS]);
        await at.asksHidden(KEY_PROMPT);
        at.keys('hal');
        const { code, shown } = await at.ended;
        expect({ code, ran: shown.includes(MARK) }, shown).toEqual({ code: 75, ran: false });
        expect(shown).toMatch(/\r\nTime is up\. You were not signed in\.\r\n$/);
        expect(shown).not.toContain('gatehouse:');
        expect(at.status()).toMatchObject({ outcome: 'not-now', reason: 'timed-out' });
        expectRestored(at);
      });

      it.concurrent('restores the terminal when the process of the login is killed during a hidden entry', async () => {
        const at = sit(['--user', 'yotp-only', '--method', 'yotp', ...RUNS]);
        await at.asksHidden(KEY_PROMPT);
        process.kill(mainOf(at.session), 'SIGKILL');
        const { code, shown } = await at.ended;
        expect({ code, ran: shown.includes(MARK) }, shown).toEqual({ code: 70, ran: false });
        expect(at.status()).toMatchObject({ outcome: 'internal', exitCode: 70 });
        expectRestored(at);
      });

      it.concurrent('takes the code of check --passcode-stdin from a terminal as standard input', async () => {
        const at = sit(['check', '--user', 'checks', '--method', 'totp', '--passcode-stdin']);
        await eventually(
          'the service to be asked',
          async () => (await person.log()).some(({ body }) => body?.['username'] === 'checks'),
          30_000,
        );
        at.line((await person.codes('checks')).totp);
        expect(await at.ended).toMatchObject({ code: 0 });
        expect(at.status()).toMatchObject({ outcome: 'confirmed', method: 'totp' });
        expectRestored(at);
      });
    });

    it.concurrent('keeps the lines behind a code that is pasted for --passcode-stdin from the shell', async () => {
      const wrapped = `"$@"; code=$?; echo over; IFS= read -r line; echo "read <$line>"; (exit "$code")`;
      const words = ['check', '--user', 'pastes-for-check', '--method', 'totp', '--passcode-stdin'];
      const at = sit(words, { wrapped });
      const { totp } = await person.codes('pastes-for-check');
      at.keys(`\u001b[200~${totp}\rtouch x\rhalf\u001b[201~`);
      await at.shows('over');
      at.line('a line for the shell');
      await at.shows('read <a line for the shell>');
      expect(await at.ended).toMatchObject({ code: 0 });
      expectRestored(at);
    });

    describe('the terminal and its shell', () => {
      it.concurrent('goes on with the login when Ctrl-Z stops it and an interactive shell continues it', async () => {
        const wrapped = `bash --norc --noprofile -i -c 'set -m; "$@"; echo "stopped with $?"; fg >/dev/null' bash "$@"`;
        const at = sit(['--user', 'stops', '--method', 'push', ...RUNS], { wrapped });
        await at.shows('Your choice: ');
        at.keys(KEYS.stop);
        await at.shows('stopped with 148');
        await at.shows('Your choice: ');
        await person.approve((await person.delivered('stops', 'push')).tid);
        await at.shows(MARK);
        expect((await at.ended).code).toBe(23);
        expectRestored(at);
      });

      it.concurrent('ends the login when the terminal hangs up, and leaves no process running', async () => {
        const at = sit(['--user', 'hangs-up', '--method', 'push', ...RUNS]);
        await at.shows('Your choice: ');
        const { session } = at;
        expect(processesOf(session).length).toBeGreaterThan(2);
        at.hangUp();
        await eventually('the session to be gone', () => processesOf(session).length === 0, 30_000);
        expect(at.status()).toMatchObject({ outcome: 'cancelled', exitCode: 130 });
      });
    });

    // Not concurrent: other tests would meet the fault.
    it('says how to leave before it asks a service that hangs, and ends at Ctrl-C at the left edge', async () => {
      await person.fault({ path: '/api/transaction/init', kind: 'hang', times: 1 });
      const at = sit(['--user', 'ponders', ...RUNS]);
      await at.shows('Ctrl-C ends the sign-in.');
      await at.shows('Asking the service…');
      at.keys('ahead');
      await at.shows('ahead');
      at.keys(KEYS.interrupt);
      await expectCancelled(at);
    });
  },
);

describe('a hidden entry', () => {
  // Otherwise a key that types at once, or a busy machine, shows a hidden entry.
  it('stops the echo before it asks for a hidden entry', async () => {
    const program = `
    import { ReadStream } from 'node:tty';
    import { openTerminal } from ${JSON.stringify(TERMINAL)};
    const { setRawMode } = ReadStream.prototype;
    ReadStream.prototype.setRawMode = function (isRaw) {
      process.stderr.write(isRaw ? '[hidden]' : '');
      return setRawMode.call(this, isRaw);
    };
    const terminal = openTerminal({ isPlain: false, stillCountsMessage: '' });
    await terminal.ask('Key: ', { isHidden: true }, new AbortController().signal);
    terminal.close();`;
    const at = new Sitting([process.execPath, '--input-type=module', '-e', program]);
    onTestFinished(() => at.remove());
    await at.shows('[hidden]');
    at.line('');
    const { code, shown } = await at.ended;
    expect(code).toBe(0);
    expect(shown.indexOf('[hidden]')).toBeLessThan(shown.indexOf('Key: '));
  });
});
