/** The same logins on this system and in Windows give the same: to the person, to the launcher, to the service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';
import { LAUNCHER } from '../gate/support/gate.ts';
import { Program } from '../gate/support/program.ts';
import { writeConfig } from '../lab/written-config.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../support/login/person.ts';
import {
  AS_LAUNCHED,
  codeOf,
  startProduct,
  verdictOf,
  writeWindowsConfig,
} from './support/product.ts';
import { skipped } from './support/windows-program.ts';

/** A login that runs, here or there. */
type Running<Ended> = Readonly<{
  ended: Promise<Ended>;
  said: () => string;
  /** Puts this on standard input. */
  type: (text: string) => void;
}>;

type Login = Readonly<{
  id: string;
  words: readonly string[];
  code: number;
  /** The person's actions, each once the login has announced it. */
  act: (
    person: Person,
    announced: (words: RegExp) => Promise<void>,
    type: (text: string) => void,
  ) => Promise<void>;
}>;

const PUSH = ['--user', 'push-only', '--method', 'push'];
const LOGINS: readonly Login[] = [
  {
    id: 'a push that is approved',
    words: PUSH,
    code: 0,
    act: async (person, announced) => {
      await announced(/waiting/);
      await person.approve((await person.delivered('push-only', 'push')).tid);
    },
  },
  {
    id: 'a push that is denied',
    words: PUSH,
    code: 77,
    act: async (person, announced) => {
      await announced(/waiting/);
      await person.deny((await person.delivered('push-only', 'push')).tid);
    },
  },
  {
    id: 'a wrong code, then the right one, on lines of a pipe',
    words: ['--user', 'totp-only', '--method', 'totp', '--passcode-stdin'],
    code: 0,
    act: async (person, announced, type) => {
      await announced(/a code is wanted/);
      const before = (await person.codes('totp-only')).totp;
      type(`${before === '000000' ? '111111' : '000000'}\n`);
      await announced(/was not right/);
      // Asked for when it is needed: it is valid for half a minute.
      type(`${(await person.codes('totp-only')).totp}\n`);
    },
  },
];

/** The traces of a login, without the parts that differ in every login. */
type Transcript = Readonly<{
  code: number | null;
  messages: readonly string[];
  verdict: Readonly<Record<string, unknown>>;
  requests: readonly unknown[];
}>;

const LIMIT_MS = 240_000;
const TOLD_MS = 90_000;

describe.skipIf(skipped !== '')(
  `logins here and in Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    let emulator: Emulator;
    beforeAll(async () => {
      emulator = await startEmulator();
      // So that no login says that it finishes a first start (decision 0013).
      await startProduct(['keys', 'status']).ended;
    });
    afterAll(async () => {
      await emulator.close();
    });

    it.each(LOGINS)(
      'writes the same transcript here and in Windows: $id',
      async ({ words, code, act }) => {
        const person = personAt(emulator.url);
        const own = ['check', '--no-ui', '--json', ...words];

        /** Starts a login, acts in it, and waits for its end; one that ends early ends the acting. */
        const go = async <Ended extends { readonly code: number | null; readonly stderr: string }>(
          start: () => Running<Ended>,
          verdictIn: (ended: Ended) => Verdict,
        ): Promise<Transcript> => {
          await person.reset();
          const { said, type, ended: whenEnded } = start();
          const announced = (what: RegExp): Promise<void> =>
            eventually(`${String(what)} to be said`, () => what.test(said()), TOLD_MS, said);
          await Promise.race([act(person, announced, type), whenEnded]);
          const ended = await whenEnded;
          return {
            code: ended.code,
            messages: messagesIn(ended.stderr),
            verdict: comparable(verdictIn(ended)),
            requests: (await person.log()).map(requestOf),
          };
        };
        const here = await go(
          () => {
            const program = new Program([LAUNCHER, ...own, '--config', writeConfig(emulator)], {
              input: null,
            });
            return {
              ended: program.ended,
              said: () => program.said(),
              type: (text) => program.stdin?.write(text),
            };
          },
          ({ stdout }) => verdictSchema.parse(JSON.parse(stdout.toString())),
        );
        const there = await go(() => {
          const all = [...own, '--config', writeWindowsConfig(emulator)];
          const program = startProduct(all, { ...AS_LAUNCHED, input: null });
          return {
            ended: program.ended.then((ended) => ({ ...ended, code: codeOf(ended) })),
            said: () => program.said(),
            type: (text) => {
              program.write(text);
            },
          };
        }, verdictOf);
        expect(here.code, JSON.stringify(here)).toBe(code);
        expect(here.requests.length).toBeGreaterThan(1);
        expect(there).toEqual(here);
      },
      LIMIT_MS,
    );
  },
);

/** Our own messages, without Chromium's noise and a checkout's message about copies. */
const messagesIn = (stderr: string): readonly string[] =>
  stderr
    .split(/\r?\n/)
    .filter((line) => line.startsWith('gatehouse:') && !line.includes('private copies'));

const comparable = ({ time, ticket, ...verdict }: Verdict): Readonly<Record<string, unknown>> => ({
  ...verdict,
  time: time !== '',
  ticket: ticket?.split('.').length ?? null,
});

/** A request by its path, its answer, and the names of its fields. */
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
