/** The language of a login on a real terminal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { terminalStrings } from '../../shared/strings/terminal-strings.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { MARK, skipped } from '../support/bench/here.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { enTerminal, messagesFor } from '../support/strings.ts';
import { HOSTS } from './support/hosts.ts';
import { GateSitting, type SittingOptions } from './support/pty.ts';

const RUNS = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];

describe.skipIf(skipped !== '').each(HOSTS)(
  `a login on a terminal in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    let emulator: Emulator;
    let person: Person;
    const sittings: GateSitting[] = [];
    beforeAll(async () => {
      emulator = await startEmulator({
        users: [
          { username: 'spricht', methods: ['push'] },
          { username: 'ascii', methods: ['push'] },
        ],
      });
      person = personAt(emulator.url);
    });
    afterAll(async () => {
      await Promise.all(sittings.map((at) => at.remove()));
      await emulator.close();
    });

    function sit(
      words: readonly string[],
      { language, env = {}, ...options }: SittingOptions & { language: string },
    ): GateSitting {
      const login = { rememberUsername: false, rememberMethod: false };
      const at = new GateSitting(words, {
        ...options,
        env: { ...host.env, ...env },
        config: writeConfig(emulator, { login, language }, { owner: host }),
      });
      sittings.push(at);
      return at;
    }

    it.concurrent('speaks the configured language on a terminal, in its legend and its time too', async () => {
      const at = sit(['--user', 'spricht', '--method', 'push', ...RUNS], {
        language: 'de-CH',
      });
      const words = terminalStrings(messagesFor('de', 'terminal'));
      await at.shows(words.formatMessage('terminal.ask-key'));
      expect(at.shown).toContain(words.formatMessage('terminal.leave'));
      expect(at.shown).toContain(words.methods.push.heading);
      expect(at.shown).toContain(words.milestone(120_000, false));
      const { tid } = await person.delivered('spricht', 'push');
      await person.approve(tid);
      await at.shows(MARK);
      expect((await at.ended).code).toBe(23);
    });

    it.concurrent('speaks English on a terminal without UTF-8, which cannot show other letters', async () => {
      const at = sit(['--user', 'ascii', '--method', 'push', ...RUNS], {
        language: 'ja',
        env: { LANG: 'C', LC_ALL: 'C' },
      });
      await at.shows(enTerminal.formatMessage('terminal.ask-key'));
      const { tid } = await person.delivered('ascii', 'push');
      await person.approve(tid);
      await at.shows(MARK);
    });
  },
);
