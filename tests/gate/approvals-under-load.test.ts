/**
 * Approved logins through the real window on a busy machine: each starts its command, leaves its
 * preferences and complete log, and creates no other files. Ten by default; more with
 * `GATEHOUSE_WINDOW_LOGINS` (`npm run nightly`).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSandboxFolder, requireElectron } from '../../lab/electron-runtime.ts';
import { checkout, here, skipped } from '../support/bench/here.ts';
import { login, type RunningLogin } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { makeWindowGate } from './support/window-gate.ts';
import type { Program } from '../../lab/child-program.ts';

/** Number of logins after which file counts must not grow. */
const SETTLED_AFTER = 3;
const LOGINS = Math.max(SETTLED_AFTER, Number(process.env['GATEHOUSE_WINDOW_LOGINS'] ?? 10));
/** Beside it, in `npm run nightly`. */
const BUSY_PROCESSES = Number(process.env['GATEHOUSE_BUSY_PROCESSES'] ?? 0);
/** Of one login, on a busy computer; then it is killed. */
const LOGIN_MS = 120_000;
const GONE_MS = 60_000;
/** A file that Chromium was writing when it was killed; the next login removes it. */
const TEMPORARY = /\/\.org\.chromium\.Chromium\.\w{6}$/;
/**
 * Files that Chromium writes once a window has lived for ten seconds: on a busy computer, in any
 * login.
 */
const LATE = ['Local State', 'Preferences', 'Network Persistent State', 'TransportSecurity'];
/** Of one login. */
const MOST_TEMPORARIES = LATE.length;
const SHARED_MEMORY = '/dev/shm';
/**
 * Chromium creates shared memory as a file and removes its name at once; a kill in between keeps
 * the name: 3 in one CI run of some thousand starts.
 */
const MOST_SHARED = Math.ceil(LOGINS / 50);
/** More would not say more. */
const MOST_FAILURES = 5;
const USERS = ['alice', 'push-only'] as const;
/** It ends with the process that started it, also where that is killed. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);';

describe.skipIf(skipped !== '')(
  `approvals under load${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const on = checkout();
    const busy: ChildProcess[] = [];
    beforeAll(() => {
      for (let index = 0; index < BUSY_PROCESSES; index += 1) {
        busy.push(spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
      }
    });
    afterAll(() => {
      for (const child of busy) child.kill('SIGKILL');
    });

    it(
      `starts each command of ${String(LOGINS)} logins in the window of a busy computer, and leaves no stray files`,
      async () => {
        const folder = makeSandboxFolder('load-');
        const place = (name: string): string => join(folder, name);
        const [profile, home, run, temporary] = [
          place('profile'),
          place('home'),
          place('run'),
          place('tmp'),
        ];
        for (const made of [profile, home, run, temporary]) mkdirSync(made, { mode: 0o700 });
        const gate = makeWindowGate(folder, profile);
        const config = on.config();
        const env = {
          HOME: home,
          XDG_RUNTIME_DIR: run,
          TMPDIR: temporary,
          GATEHOUSE_RUNNER_HOME: home,
          GATEHOUSE_RUNNER_RUNTIME_DIR: run,
        };
        const window = here({
          person: on.person,
          config: () => config,
          launcher: () => [gate],
          frontend: [],
          options: () => ({ env, limitMs: LOGIN_MS }),
        });
        const own = (): readonly string[] => [profile, home, run].flatMap(filesBelow);
        const temporaries = (): number => own().filter((file) => TEMPORARY.test(file)).length;
        const ownFiles = (): number =>
          own().filter((file) => !TEMPORARY.test(file) && !LATE.includes(basename(file))).length;

        const failures: string[] = [];
        let settled = { own: 0, shared: new Set<string>() };
        for (let index = 0; index < LOGINS && failures.length < MOST_FAILURES; index += 1) {
          const user = USERS[index % USERS.length] ?? '';
          const log = join(home, '..', `${String(index)}.jsonl`);
          await on.person().reset();
          const running = await login(window).as(user).saying('--log-file', log).start();
          const problem = await problemOf(running, user, log, profile);
          if (problem !== null) failures.push(reportOf(index, problem, running.program, log));
          if (index + 1 === SETTLED_AFTER)
            settled = {
              own: ownFiles(),
              shared: new Set([temporary, SHARED_MEMORY].flatMap(ownedFiles)),
            };
        }
        expect(failures).toEqual([]);

        const left = (place: string): readonly string[] =>
          ownedFiles(place).filter((file) => !settled.shared.has(file));
        await eventually(
          `no file to be left in the temporary folder, and ${String(MOST_SHARED)} at most in shared memory`,
          () => left(temporary).length === 0 && left(SHARED_MEMORY).length <= MOST_SHARED,
          GONE_MS,
          () => [temporary, SHARED_MEMORY].flatMap(left).join('\n'),
        );
        await eventually(
          `no more than ${String(settled.own)} files in user data, home and runtime folder`,
          () => ownFiles() <= settled.own,
          GONE_MS,
          () => own().join('\n'),
        );
        expect(temporaries(), own().join('\n')).toBeLessThanOrEqual(MOST_TEMPORARIES);
      },
      LOGINS * LOGIN_MS,
    );
  },
);

/** Approves a login, and waits for its end; the first problem, or null. */
async function problemOf(
  running: RunningLogin<Program>,
  user: string,
  log: string,
  profile: string,
): Promise<string | null> {
  try {
    await running.approve();
    const { verdict } = await running.ends('confirmed');
    expect(verdict).toMatchObject({ username: user });
    const text = readFileSync(log, 'utf8');
    expect(text.endsWith('\n')).toBe(true);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(expect.objectContaining({ outcome: 'confirmed' }));
    const preferences = JSON.parse(
      readFileSync(join(profile, 'preferences.json'), 'utf8'),
    ) as object;
    expect(preferences).toMatchObject({ username: user });
    return null;
  } catch (error) {
    return String(error);
  }
}

function reportOf(index: number, problem: string, program: Program, log: string): string {
  const { exitCode, signalCode } = program.child;
  let written = '';
  try {
    written = readFileSync(log, 'utf8');
  } catch (error) {
    written = String(error);
  }
  const end = `exit code ${String(exitCode)}, signal ${String(signalCode)}`;
  return `login ${String(index + 1)}: ${problem}\n${end}\nstandard error:\n${program.said()}\nlog:\n${written}`;
}

/** Files of Electron's user in a folder. */
function ownedFiles(folder: string): readonly string[] {
  const user = requireElectron().sandboxUser?.uid ?? process.getuid?.();
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => ownerOf(file) === user);
}

function ownerOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.uid;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
}
