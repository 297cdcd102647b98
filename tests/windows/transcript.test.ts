/** The same logins on this system and in Windows tell the same story: to the person, to the launcher, to the service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/emulator.ts';
import { verdictSchema, type Verdict } from '../../shared/verdict/verdict.ts';
import { LAUNCHER } from '../gate/support/gate.ts';
import { Program } from '../gate/support/program.ts';
import { writeConfig } from '../runtime/written-config.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../support/person.ts';
import { AS_LAUNCHED, startProduct, verdictOf, writeWindowsConfig } from './support/product.ts';
import { skipped } from './support/windows-program.ts';

type Login = Readonly<{
  id: string;
  words: readonly string[];
  code: number;
  /** What stands on standard input. */
  input?: (person: Person) => Promise<string>;
  act?: (person: Person) => Promise<void>;
}>;

const PUSH = ['--user', 'push-only', '--method', 'push'];
const LOGINS: readonly Login[] = [
  {
    id: 'a push that is approved',
    words: PUSH,
    code: 0,
    act: async (person) => person.approve((await person.delivered('push-only', 'push')).tid),
  },
  {
    id: 'a push that is denied',
    words: PUSH,
    code: 77,
    act: async (person) => person.deny((await person.delivered('push-only', 'push')).tid),
  },
  {
    id: 'a wrong code, then the right one, on lines of a pipe',
    words: ['--user', 'totp-only', '--method', 'totp', '--passcode-stdin'],
    code: 0,
    input: async (person) => {
      const { totp } = await person.codes('totp-only');
      return `${totp === '000000' ? '111111' : '000000'}\n${totp}\n`;
    },
  },
];

/** What a login leaves behind, without what no two logins have in common. */
type Transcript = Readonly<{
  code: number | null;
  messages: readonly string[];
  verdict: Readonly<Record<string, unknown>>;
  requests: readonly unknown[];
}>;

const LIMIT_MS = 240_000;
const TOLD_MS = 90_000;

describe.skipIf(skipped !== '')(`logins here and in Windows${skipped && ` (skipped: ${skipped})`}`, () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(async () => {
    await emulator.close();
  });

  it.each(LOGINS)(
    '$id: the same transcript',
    async ({ words, code, input, act }) => {
      const person = personAt(emulator.url);
      const given = await input?.(person);
      const more = given === undefined ? {} : { input: given };
      const own = ['check', '--no-ui', '--json', ...words];

      /** Starts a login, answers it when the person has been told, and waits for both. */
      const go = async <Ended extends { readonly code: number | null; readonly stderr: string }>(
        start: () => Readonly<{ ended: Promise<Ended>; said: () => string }>,
        verdictIn: (ended: Ended) => Verdict,
      ): Promise<Transcript> => {
        await person.reset();
        const program = start();
        const asked =
          act && eventually('the person to be told', () => /waiting/.test(program.said()), TOLD_MS);
        await Promise.race([asked?.then(() => act?.(person)), program.ended]);
        const ended = await program.ended;
        return {
          code: ended.code,
          messages: messagesIn(ended.stderr),
          verdict: comparable(verdictIn(ended)),
          requests: (await person.log()).map(requestOf),
        };
      };
      const here = await go(
        () => new Program([LAUNCHER, ...own, '--config', writeConfig(emulator)], more),
        ({ stdout }) => verdictSchema.parse(JSON.parse(stdout.toString())),
      );
      const there = await go(
        () => startProduct([...own, '--config', writeWindowsConfig(emulator)], { ...AS_LAUNCHED, ...more }),
        verdictOf,
      );
      expect(here.code, JSON.stringify(here)).toBe(code);
      expect(here.requests.length).toBeGreaterThan(1);
      expect(there).toEqual(here);
    },
    LIMIT_MS,
  );
});

/** Our own words; Chromium's noise, and what a checkout says of copies, are left out. */
const messagesIn = (stderr: string): readonly string[] =>
  stderr.split(/\r?\n/).filter((line) => line.startsWith('gatehouse:') && !line.includes('private copies'));

const comparable = ({ time, ticket, ...verdict }: Verdict): Readonly<Record<string, unknown>> => ({
  ...verdict,
  time: time !== '',
  ticket: ticket?.split('.').length ?? null,
});

/** A request by its place, its answer, and the names of what it carried. */
const requestOf = ({
  path,
  body,
  signatureValid,
  status,
  exception,
}: Awaited<ReturnType<Person['log']>>[number]): unknown => ({
  path,
  names: Object.keys(body ?? {}).sort(),
  parameters: Object.keys(body?.['params'] ?? {}).sort(),
  signatureValid,
  status,
  exception: exception ?? null,
});
