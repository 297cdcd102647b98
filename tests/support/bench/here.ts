/** Places of a login on this computer (login.ts): a checkout, and everything that starts like one. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { ELECTRON, type TestHost } from '../../gate/support/hosts.ts';
import { Program, type StartOptions } from '../../../lab/child-program.ts';
import { makeWindowGate } from '../../gate/support/window-gate.ts';
import { electronRuntime, makeSandboxFolder } from '../../../lab/electron-runtime.ts';
import { writeConfig, type ConfigJson } from '../../../lab/written-config.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import { LAUNCHER } from './launcher.ts';
import type { Command, Place } from './login.ts';

/** The command of a place says this on standard output; anything else there is a fault. */
export const MARK = 'the command ran';

/** Says that it ran, and ends with a code that nothing else ends with. */
const MARKING: Command = {
  words: ['sh', '-c', `echo '${MARK}'; exit 23`],
  prints: `${MARK}\n`,
  code: 23,
};

const runtime = electronRuntime();

/** Why the real program cannot be started here; empty where it can. */
export const skipped = runtime.available ? '' : runtime.reason;

export type HereOptions = StartOptions &
  Readonly<{
    /** A shell script that starts the program, which are its words. */
    wrapped?: string;
  }>;

export type HerePlace = Place<Program, HereOptions> & Readonly<{ person: () => Person }>;

type Parts = Readonly<{
  /** Writes a configuration with these changes; its file. */
  config: (changes: ConfigJson) => string;
  /** The words that start the launcher; those of a checkout by default. */
  launcher?: () => readonly [string, ...string[]];
  /** Where the person answers; by options alone by default. */
  frontend?: readonly string[];
  /** For every program of the place. */
  options?: () => StartOptions;
  /** The host of a login without a window; where nothing is said, that of the computer. */
  host?: TestHost;
}>;

/** A place with a service and its person. */
export function here(parts: Parts & Readonly<{ person: () => Person }>): HerePlace {
  return { ...unreachable(parts), person: parts.person };
}

/** A place without a service, and so without a person to ask. */
export function unreachable(parts: Parts): Place<Program, HereOptions> {
  return {
    person: null,
    command: () => MARKING,
    start: ({ words, command, config, listenTo, options: { wrapped, ...options } }) => {
      const { launcher = () => [LAUNCHER] as const, frontend = ['--no-ui'] } = parts;
      const file = typeof config === 'string' ? config : parts.config(config);
      const own = ['--config', file, ...frontend, ...words];
      const all =
        command === null
          ? ['check', '--json', ...own]
          : [...own, ...listenTo.flatMap(statusOn), '--', ...command.words];
      const inside = wrapped === undefined ? [] : ['sh', '-c', wrapped, 'sh'];
      const [first = '', ...others] = [...inside, ...launcher(), ...all];
      const { env, ...rest } = parts.options?.() ?? {};
      return new Program([first, ...others], {
        listenTo,
        ...rest,
        ...options,
        env: { ...parts.host?.env, ...env, ...options.env },
      });
    },
  };
}

const statusOn = (number: number): readonly string[] => ['--status-fd', String(number)];

export type Checkout = HerePlace &
  Readonly<{
    emulator: () => Emulator;
    /** Writes a configuration that leads to the emulator, with changes; its file. */
    config: (changes?: ConfigJson) => string;
    host: TestHost;
  }>;

/** A checkout, with an emulator for all tests of a file, or of one host in it. */
export function checkout(
  options: Parameters<typeof startEmulator>[0] = {},
  host: TestHost = ELECTRON,
): Checkout {
  let emulator: Emulator | null = null;
  beforeAll(async () => {
    if (skipped === '') emulator = await startEmulator(options);
  });
  afterAll(async () => {
    await emulator?.close();
  });

  const running = (): Emulator => {
    if (!emulator) throw new Error('the emulator does not run');
    return emulator;
  };
  const config = (changes?: ConfigJson): string => writeConfig(running(), changes, { owner: host });
  return {
    ...here({ person: () => personAt(running().url), config, host }),
    host,
    emulator: running,
    config,
  };
}

/**
 * The same checkout in its window, where a simulated person presses Enter; each login with a
 * profile of its own.
 */
export function inWindow({ person, config }: Checkout): HerePlace {
  const launcher = (): readonly [string] => {
    const folder = makeSandboxFolder('window-');
    return [makeWindowGate(folder, join(folder, 'profile'))];
  };
  return here({ person, config, launcher, frontend: [] });
}
