/**
 * The same logins on this system and in Windows give the same: to the person, to the launcher, to
 * the service.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import type { AllowedOutcome, RefusedOutcome } from '../../shared/outcomes/outcomes.ts';
import type { Verdict } from '../../shared/outcomes/verdict.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { here } from '../support/bench/here.ts';
import { check, type Login, type StartedProgram } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { productAt, startProduct, writeWindowsConfig } from './support/product.ts';
import { skipped } from './support/windows-program.ts';

type Row = Readonly<{
  id: string;
  /** The login; by a push, unless it says otherwise. */
  from?: <Program extends StartedProgram, Options extends object>(
    login: Login<Program, Options>,
  ) => Login<Program, Options>;
  outcome: AllowedOutcome | RefusedOutcome;
  /** The person's actions, each once the login has announced it. */
  act: (
    person: Person,
    announced: (words: RegExp) => Promise<void>,
    type: (text: string) => void,
  ) => Promise<void>;
}>;

const LOGINS: readonly Row[] = [
  {
    id: 'a push that is approved',
    outcome: 'confirmed',
    act: async (person, announced) => {
      await announced(/waiting/);
      await person.approve((await person.delivered('push-only', 'push')).tid);
    },
  },
  {
    id: 'a push that is denied',
    outcome: 'denied',
    act: async (person, announced) => {
      await announced(/waiting/);
      await person.deny((await person.delivered('push-only', 'push')).tid);
    },
  },
  {
    id: 'a wrong code, then the right one, on lines of a pipe',
    from: (login) => login.as('totp-only').by('totp').saying('--passcode-stdin'),
    outcome: 'confirmed',
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
      async ({ from = (login) => login, outcome, act }) => {
        const person = personAt(emulator.url);

        /** Starts a login, acts in it, and expects its end; one that ends early ends the acting. */
        const go = async <Program extends StartedProgram, Options extends object>(
          login: Login<Program, Options>,
          write: (program: Program, text: string) => void,
        ): Promise<Transcript> => {
          await person.reset();
          const running = await from(login).start();
          const { program } = running;
          const said = (): string => program.said();
          const announced = (what: RegExp): Promise<void> =>
            eventually(`${String(what)} to be said`, () => what.test(said()), TOLD_MS, said);
          const acted = act(person, announced, (text) => {
            write(program, text);
          });
          await Promise.race([acted, program.ended]);
          const { words, verdict } = await running.ends(outcome);
          return {
            messages: words.split('\n'),
            verdict: comparable(verdict),
            requests: (await person.log()).map(requestOf),
          };
        };
        const hereOn = here({
          person: () => person,
          config: (changes) => writeConfig(emulator, changes),
        });
        const inWindows = productAt(
          () => person,
          (changes) => writeWindowsConfig(emulator, changes),
        );
        const ours = await go(check(hereOn).under({ input: null }), ({ stdin }, text) =>
          stdin?.write(text),
        );
        const theirs = await go(check(inWindows).under({ input: null }), (program, text) => {
          program.write(text);
        });
        expect(ours.requests.length).toBeGreaterThan(1);
        expect(theirs).toEqual(ours);
      },
      LIMIT_MS,
    );
  },
);

const comparable = (verdict: Verdict | null): Readonly<Record<string, unknown>> => ({
  ...verdict,
  time: verdict?.time !== '',
  ticket: verdict?.ticket?.split('.').length ?? null,
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
