/**
 * Logins at a console of Windows, with the real launcher and the real Electron for Windows: as on a terminal elsewhere
 * (tests/gate/terminal.test.ts). Under Wine, with Wine's own console (decision 0029).
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PersonInput } from '../../emulator/service/people.ts';
import { eventually } from '../support/eventually.ts';
import { ONE_LOGIN_MS, setLanguage, useGateBench } from './support/gate-bench.ts';
import { useLauncherBench } from './support/launcher-bench.ts';
import { compileSitter, Sitter, type Look } from './support/sitter.ts';
import { skipped, windowsRun } from './support/windows-program.ts';

/** The question for the name, with or without one that is remembered. */
const ASKED = /Username.*: /;
const PEOPLE: readonly PersonInput[] = [
  { username: 'types', methods: ['push', 'totp', 'sms'] },
  { username: 'scans', methods: ['qrcode'] },
];

describe.skipIf(skipped !== '')(`a console of Windows${skipped && ` (skipped: ${skipped})`}`, () => {
  const { actor, folder } = useLauncherBench('');
  const { person, inBin, killMain, allGone } = useGateBench({ users: [...PEOPLE] });
  let sitter = '';
  let sitting: Sitter | null = null;
  beforeAll(async () => {
    sitter = await compileSitter(folder());
  });
  afterEach(async () => {
    await sitting?.leave();
    sitting = null;
  });

  const launcher = (words: string): string => `"${inBin('gatehouse.exe')}" ${words}`;
  /** Sits down and starts the launcher with these words. */
  async function sit(words: string, page = 65001): Promise<Readonly<{ at: Sitter; before: Look }>> {
    await person().reset();
    const at = new Sitter(sitter);
    sitting = at;
    at.page(page);
    const before = await at.look();
    at.start(launcher(words));
    return { at, before };
  }
  const runs = (): string => `-- "${actor()}" to 1 ran exit 23`;

  it(
    'takes corrections of name, method and code, and leaves typed-ahead input and output to the command',
    async () => {
      const { at, before } = await sit(`--no-ui -- "${actor()}" first 0 1 exit 23`);
      await at.shows(ASKED);
      at.type('nobody');
      at.key('escape');
      at.type('typess');
      at.key('backspace');
      at.key('enter');
      const { screen } = await at.shows(/(\d) {2}Type a code from your app/);
      await at.shows('Number: ');
      at.answer(/(\d) {2}Type a code from your app/.exec(screen)?.[1] ?? '');
      await at.shows('Code (6 digits, or a bypass code): ');
      at.answer((await person().codes('types')).totp);
      at.answer('for the command');
      const ended = await at.ended();
      expect(ended).toMatchObject({ code: 23, modes: before.modes });
      expect(ended.screen).toMatch(/\nUsername.*: types\n/);
      expect(ended.screen).toContain('types is confirmed for Example Desktop, Example Company.');
      expect(at.output).toBe('for the command\r\n');
    },
    ONE_LOGIN_MS,
  );

  it(
    'Ctrl-C at a question: said in lines as wide as the window is now, 130, and the console is as it was',
    async () => {
      const { at, before } = await sit(`--no-ui ${runs()}`);
      await at.shows(ASKED);
      await at.takesKeys(before);
      at.narrow(30);
      at.type('x');
      await at.shows(/: x$/m);
      at.type('y');
      await at.shows(/: xy$/m);
      at.interrupt();
      const ended = await at.ended();
      expect(ended).toMatchObject({ code: 130, modes: before.modes });
      expect(ended.screen).toMatch(/\nThe sign-in was stopped\.\n {2}Nobody was signed in\.\n/);
      expect(at.output).toBe('');
    },
    ONE_LOGIN_MS,
  );

  function killLauncher(): void {
    const found = windowsRun()
      .prefix.processes()
      .filter(({ words }) => words.includes('gatehouse.exe'));
    expect(found).toHaveLength(1);
    for (const { pid } of found) process.kill(pid, 'SIGKILL');
  }

  it.each([
    ['the question for the name', '', ASKED],
    ['the choice of a method', '--user types', 'Number: '],
  ])(
    'Electron killed at %s: 70, and the console is as it was',
    async (_where, options, question) => {
      const { at, before } = await sit(`--no-ui ${options} ${runs()}`);
      await at.shows(question);
      await at.takesKeys(before);
      killMain();
      const ended = await at.ended();
      expect(ended).toMatchObject({ code: 70, modes: before.modes });
      expect(at.output).toBe('');
    },
    ONE_LOGIN_MS,
  );

  it(
    'leaves no Electron and starts no command where the launcher is killed at the choice of a method',
    async () => {
      const { at } = await sit(`--no-ui --user types ${runs()}`);
      await at.shows('Number: ');
      killLauncher();
      await at.ended();
      await allGone();
      expect(at.output).toBe('');
    },
    ONE_LOGIN_MS,
  );

  it.each([
    ['drawn', '', /[▀▄█]{10}/],
    ['its text alone with --plain', '--plain', /The QR code is left out\./],
  ])(
    'shows a QR code (%s), and begins a new line for an approval during typing',
    async (_what, options, shown) => {
      const { at, before } = await sit(`--no-ui --user scans --method qrcode ${options} ${runs()}`);
      const { tid, qrText = '' } = await person().delivered('scans', 'qrcode');
      await at.shows('Your choice: ');
      at.type('half');
      const { screen } = await at.shows('Your choice: half');
      expect(screen).toMatch(shown);
      expect(screen.replaceAll('\n', '')).toContain(qrText);
      expect(/[▀▄█]{10}/.test(screen)).toBe(options === '');
      await person().approve(tid);
      const ended = await at.ended();
      expect(ended).toMatchObject({ code: 23, modes: before.modes });
      expect(ended.screen).toMatch(/\nscans is confirmed/);
      expect(at.output).toBe('ran\n');
    },
    ONE_LOGIN_MS,
  );

  it.each([
    [852, 'Ctrl-C przerywa logowanie.'],
    [437, 'Ctrl-C ends the sign-in.'],
  ])(
    'with code page %i a Polish person reads “%s”',
    async (page, leave) => {
      await setLanguage('pl');
      const { at } = await sit(`--no-ui ${runs()}`, page);
      await at.shows(leave);
      at.interrupt();
      expect((await at.ended()).code).toBe(130);
      await setLanguage('system');
    },
    ONE_LOGIN_MS,
  );

  /** Types a secret key at `keys import`, up to the question for the system token. */
  async function typeSecret(): ReturnType<typeof sit> {
    const sitting = await sit('keys import');
    await sitting.at.shows('Secret key (not shown): ');
    sitting.at.answer('0123456789abcdef0123456789abcdef');
    await sitting.at.shows('System token (not shown; empty for none): ');
    return sitting;
  }

  it(
    'exits with 130 at Ctrl-C in a question of keys import, and stores no later line',
    async () => {
      const { at, before } = await typeSecret();
      at.interrupt();
      at.key('enter');
      const ended = await at.ended();
      expect(ended, ended.screen).toMatchObject({ code: 130, modes: before.modes });
      expect(at.output).not.toContain('stored');
    },
    ONE_LOGIN_MS,
  );

  it(
    'keys import takes a secret that is not shown, and keys forget asks',
    async () => {
      const { at, before } = await typeSecret();
      at.key('enter');
      const ended = await at.ended();
      expect(ended, ended.screen).toMatchObject({ code: 0, modes: before.modes });
      expect(ended.screen).not.toContain('0123456789');
      await eventually('what was stored to be said', () => at.output.includes('Secret key: stored'));
      at.startHere(launcher('keys forget'));
      await at.shows('Remove them? Type yes: ');
      at.answer('yes');
      const forgotten = await at.ended();
      expect(forgotten).toMatchObject({ code: 0, modes: before.modes });
      expect(forgotten.screen).toContain('Type yes: yes\nThe secret key and the system token were removed.');
    },
    ONE_LOGIN_MS,
  );
});
