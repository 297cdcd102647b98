import type { Person } from '../../lab/person.ts';
import type { Method } from '../../shared/service/methods.ts';
import { GateSitting } from '../gate/support/pty.ts';
import { expect, test, writeConfig, type ConfigJson } from './fixtures.ts';
import { submitUsername } from './support/screens.ts';
import { recordWindow, windowTranscript, terminalTranscript } from './support/transcript.ts';
import { en } from '../support/strings.ts';
import { sampled } from '../support/random/sampled.ts';

/*
 * The same logins in the window and on the terminal must have the same transcript: the same headings, instructions,
 * notices, problems and ends, in the same order.
 */

/** A person's actions, in either frontend. */
type Frontend = Readonly<{
  name: (username: string) => Promise<void>;
  choose: (method: Method) => Promise<void>;
  type: (code: string) => Promise<void>;
  /** Starts the same method again. */
  again: (method: Method) => Promise<void>;
  /** Waits for a line of the transcript. */
  announced: (line: string) => Promise<void>;
  transcript: () => Promise<readonly string[]>;
}>;

type Login = Readonly<{
  id: string;
  username: string;
  /** The last line of the transcript. */
  end: string;
  act?: (frontend: Frontend, person: Person) => Promise<void>;
}>;

const FORGETFUL: ConfigJson = { login: { rememberUsername: false, rememberMethod: false } };
const CONFIRMED = 'alice is confirmed for Example Desktop, Example Company.';
const DENIED = 'Access Denied!';

/** A wrong code. */
const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');

const LOGINS: readonly Login[] = [
  {
    id: 'a push that is approved',
    username: 'alice',
    end: CONFIRMED,
    act: async ({ choose, announced }, person) => {
      await choose('push');
      // Wait for the screen: an earlier approval gives another transcript.
      await announced(en.methods.push.instruction);
      await person.approve((await person.delivered('alice', 'push')).tid);
    },
  },
  {
    id: 'a push that is denied',
    username: 'alice',
    end: DENIED,
    act: async ({ choose, announced }, person) => {
      await choose('push');
      await announced(en.methods.push.instruction);
      await person.deny((await person.delivered('alice', 'push')).tid);
    },
  },
  {
    id: 'a wrong code from the app, then the right one',
    username: 'alice',
    end: CONFIRMED,
    act: async ({ choose, type, announced }, person) => {
      await choose('totp');
      const { totp } = await person.codes('alice');
      await type(otherThan(totp));
      await announced('Wrong code. Type the code that your app shows now.');
      await type(totp);
    },
  },
  {
    id: 'an answer that may not have arrived, and the method started again',
    username: 'alice',
    end: CONFIRMED,
    act: async ({ choose, announced, again }, person) => {
      await choose('push');
      await person.delivered('alice', 'push');
      await person.fault(
        { path: 'realtime', kind: 'reset', times: 3 },
        { path: 'realtime', kind: 'drop-now' },
      );
      await announced(
        'The connection was interrupted, and your approval may not have arrived. If you already approved, start it again.',
      );
      await again('push');
      await person.approve((await person.delivered('alice', 'push', 1)).tid);
    },
  },
  { id: 'an account that waits', username: 'waiting', end: 'Not approved yet' },
];

for (const { id, username, end, act } of sampled(LOGINS, 4)) {
  test(`writes the same transcript in the window and on the terminal: ${id}`, async ({
    launch,
    emulator,
    person,
  }) => {
    const go = async (frontend: Frontend): Promise<readonly string[]> => {
      await person.reset();
      await frontend.name(username);
      await act?.(frontend, person);
      await frontend.announced(end);
      return frontend.transcript();
    };
    const { window } = await launch({ config: FORGETFUL });
    await recordWindow(window);
    const inWindow = await go({
      name: (name) => submitUsername(window, name),
      choose: (method) => window.getByRole('button', { name: en.methods[method].name }).click(),
      type: async (code) => {
        await window.getByRole('textbox', { name: 'Code' }).pressSequentially(code);
        await window.keyboard.press('Enter');
      },
      again: (method) => window.getByRole('button', { name: en.methods[method].again }).click(),
      announced: async (line) => {
        await expect.poll(() => windowTranscript(window)).toContain(line);
      },
      transcript: () => windowTranscript(window),
    });
    const at = new GateSitting(['check'], { config: writeConfig(emulator, FORGETFUL) });
    try {
      const onTerminal = await go({
        name: (name) => at.answer('Username: ', name),
        choose: (method) => at.choose(en.methods[method].name),
        type: (code) => at.answer(/Code \([^)]*\): /, code),
        again: () => at.answer('Your choice: ', 'a'),
        announced: async (line) => {
          await expect
            .poll(() => terminalTranscript(at.shown), { timeout: 45_000 })
            .toContain(line);
        },
        transcript: () => Promise.resolve(terminalTranscript(at.shown)),
      });
      expect(inWindow.length).toBeGreaterThan(1);
      expect(onTerminal).toEqual(inWindow);
    } finally {
      await at.remove();
    }
  });
}
