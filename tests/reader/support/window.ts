import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Emulator } from '../../../emulator/emulator.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { writeConfig, type ConfigJson } from '../../../lab/written-config.ts';
import { eventually } from '../../support/eventually.ts';
import {
  hasLoaded,
  isIdle,
  lastFocused,
  summaryOf,
  utterances,
  type Utterance,
} from './orca-log.ts';
import type { Started } from './processes.ts';
import type { ReaderSession } from './session.ts';

/** The real window, driven by keys alone, and Orca's speech about it. */
export type HeardWindow = Readonly<{
  /** Presses keys one after the other. A key may have modifiers: `ctrl+4`. */
  press: (...keys: readonly string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Waits until a new screen is there, has the focus, and Orca has finished speaking. */
  arrived: (screen: string) => Promise<void>;
  /**
   * Waits until the focus has moved since the last keys, to this name if given, and Orca has
   * announced it.
   */
  focusMoved: (name?: string) => Promise<void>;
  /**
   * Waits until a page with this in its title has loaded since the last keys, and Orca has finished
   * speaking.
   */
  loaded: (title: string) => Promise<void>;
  /** Waits until Orca has said something with this text since `take`, and the rest. */
  said: (text: string, deadlineMs?: number) => Promise<void>;
  /** From now on a new screen, and the focus on it, count. */
  mark: () => void;
  /** The utterances since the last call. */
  take: () => readonly Utterance[];
  /** Whether it ended by a memory fault. */
  hasCrashed: () => boolean;
  end: () => Promise<void>;
}>;

const BRAND = ' – Gatehouse';
// Deadlines only: a machine that is busy with other things may need long.
const START_MS = 60_000;
const SCREEN_MS = 60_000;
/** The text of a live region may come a little after the focus (docs: README.md of this folder). */
const QUIET_MS = 250;
const LOOK_MS = 20;
const SETTLED_MS = 60_000;

const execute = promisify(execFile);
const { SIGSEGV } = constants.signals;

type Setting = Readonly<{
  config: ConfigJson;
  /** Files that are in the person's folder before the start, by their name. */
  files?: Readonly<Record<string, string>> | undefined;
  /**
   * An earlier start by this configuration in the place of `config` leaves its look for the heard
   * one.
   */
  earlierConfig?: ConfigJson | undefined;
}>;

/**
 * Starts the built program against a service, with a profile and a configuration of its own, and
 * focuses it.
 */
export async function openHeardWindow(
  session: ReaderSession,
  service: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  { config, files = {}, earlierConfig }: Setting,
): Promise<HeardWindow> {
  const { dist, appDir } = requireElectron();
  const profile = makeSandboxFolder('profile-');
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(profile, name), text, { mode: 0o600 });
  prepareForSandboxUser(profile);
  const configFile = writeConfig(service, earlierConfig ?? config);
  const startProgram = (): Started =>
    session.processes.start([
      `${dist}/electron`,
      '--log-level=3',
      `--user-data-dir=${profile}`,
      appDir,
      '--',
      '--config',
      configFile,
    ]);
  if (earlierConfig !== undefined) {
    await leaveLook(startProgram(), join(profile, 'looks'));
    copyFileSync(writeConfig(service, config), configFile);
  }
  const program = startProgram();
  const start = session.log().length;
  let from = start;
  let mark = start;
  const since = (): string => session.log().slice(mark);

  const xdotool = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, ...session.processes.env };
    return (await execute('xdotool', args, { env })).stdout.trim();
  };
  const findWindow = (): Promise<string> =>
    xdotool('search', '--onlyvisible', '--name', BRAND).then(
      (ids) => ids.split('\n').at(-1) ?? '',
      () => '',
    );
  const hasEnded = (): boolean =>
    program.child.exitCode !== null || program.child.signalCode !== null;

  let id = '';
  /** The window's title without the program's name; empty when the window is gone. */
  const screen = async (): Promise<string> => {
    if (hasEnded()) return '';
    const title = await xdotool('getwindowname', id).catch(() => '');
    return title.endsWith(BRAND) ? title.slice(0, -BRAND.length) : '';
  };

  /** Orca's queue is empty, and neither it nor the program has run for a while. */
  async function settled(): Promise<void> {
    const working = [session.orcaPid, ...session.processes.electron()];
    let length = -1;
    let quietSince: number | null = null;
    const until = performance.now() + SETTLED_MS;
    for (;;) {
      const text = session.log();
      const isQuiet =
        text.length === length && !working.some(isRunning) && isIdle(text.slice(start));
      const now = performance.now();
      // Seen twice: a look that comes late, on a busy machine, is no quiet time.
      if (!isQuiet) quietSince = null;
      else if (now - (quietSince ??= now) >= QUIET_MS) return;
      if (now > until)
        throw new Error(`Orca is not done after ${SETTLED_MS} ms:\n${summaryOf(text.slice(from))}`);
      length = text.length;
      await pause(LOOK_MS);
    }
  }

  await eventually(
    'the window',
    async () => {
      if (hasEnded()) throw new Error(`Gatehouse ended: ${program.output()}`);
      id = await findWindow();
      return id !== '';
    },
    START_MS,
  );
  await settled();
  await xdotool('windowfocus', '--sync', id);
  await eventually(
    'Orca to see the focus',
    () => lastFocused(session.log().slice(from)) !== undefined,
    START_MS,
  );
  await settled();

  const markNow = (): void => {
    mark = session.log().length;
  };
  return {
    mark: markNow,
    press: async (...keys) => {
      markNow();
      for (const key of keys) {
        const modifiers = key.split('+');
        const last = modifiers.pop() ?? '';
        // The key goes up before its modifiers: else Orca takes it for one of its own commands.
        for (const modifier of modifiers) await xdotool('keydown', modifier);
        await xdotool('key', last);
        for (const modifier of modifiers) await xdotool('keyup', modifier);
      }
    },
    type: async (text) => {
      await xdotool('type', '--delay', '12', text);
      await settled();
    },
    focusMoved: async (name = '') => {
      await eventually(
        `another focus ${name}`.trimEnd(),
        () => lastFocused(since())?.includes(name) === true,
        SCREEN_MS,
        () => `the focus: ${lastFocused(since()) ?? 'none'}`,
      );
      await settled();
    },
    arrived: async (name) => {
      await eventually(`the screen "${name}"`, async () => (await screen()) === name, SCREEN_MS);
      await eventually(
        `the focus on "${name}"`,
        () => lastFocused(since()) !== undefined,
        SCREEN_MS,
      );
      await settled();
    },
    loaded: async (title) => {
      await eventually(
        `the page "${title}"`,
        () => hasLoaded(since(), title),
        SCREEN_MS,
        () => summaryOf(since()),
      );
      await settled();
    },
    said: async (text, deadlineMs = SCREEN_MS) => {
      const holds = (): boolean =>
        utterances(session.log().slice(from)).some((heard) => heard?.includes(text) === true);
      await eventually(`Orca to say "${text}"`, holds, deadlineMs).catch((error: unknown) => {
        const title = hasEnded() ? 'Gatehouse has ended' : 'Gatehouse is alive';
        const how = `${title}, Orca is ${isAlive(session.orcaPid) ? 'alive' : 'gone'}`;
        throw new Error(`${how}. What Orca did:\n${summaryOf(session.log().slice(from))}`, {
          cause: error,
        });
      });
      await settled();
    },
    take: () => {
      const heard = utterances(session.log().slice(from));
      from = session.log().length;
      return heard;
    },
    // A program that switches the user in between reports the signal in its exit code.
    hasCrashed: () =>
      program.child.signalCode === 'SIGSEGV' || program.child.exitCode === 128 + SIGSEGV,
    end: async () => {
      if (!hasEnded()) {
        program.child.kill('SIGKILL');
        await eventually('the end of Gatehouse', hasEnded);
      }
      await settled();
      from = session.log().length;
    },
  };
}

/** Ends an earlier start as soon as it has written its look into this folder. */
async function leaveLook({ child, output }: Started, folder: string): Promise<void> {
  const hasLook = (): boolean => existsSync(folder) && readdirSync(folder).length > 0;
  await eventually('the look of the earlier start', hasLook, START_MS, output);
  child.kill('SIGKILL');
  await eventually(
    'the end of the earlier start',
    () => child.exitCode !== null || child.signalCode !== null,
  );
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

/** Whether a process is on a processor, or would be if there were one. */
function isRunning(pid: number): boolean {
  try {
    return / [RD] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''));
  } catch {
    return false;
  }
}
