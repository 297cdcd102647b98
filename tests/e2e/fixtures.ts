import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import {
  electronRuntime,
  makeSandboxFolder,
  playwrightLoader,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { beginRecording, record, recorded } from '../../lab/program-output.ts';
import { writeConfig, type ConfigJson } from '../../lab/written-config.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { startCountingServer, type CountingServer } from './support/counting-server.ts';
import { ready } from './support/screens.ts';

export { writeConfig, type ConfigJson };

export type LaunchOptions = Readonly<{
  config?: ConfigJson;
  args?: readonly string[];
  /** Chromium’s own, as a person or a desktop entry gives them. */
  switches?: readonly string[];
  /** Variables beside those of the tests. */
  env?: Readonly<Record<string, string>>;
  /** The profile of an earlier launch, to test remembered values. */
  profile?: string;
  colorScheme?: 'light' | 'dark';
  /** True makes success stay until it is read. */
  reducedMotion?: boolean;
}>;

export type Launched = Readonly<{
  app: ElectronApplication;
  window: Page;
  profile: string;
  log: () => string;
}>;

const LAUNCH_MS = 45_000;
const ACTION_MS = 25_000;

type Fixtures = {
  /** Attaches the programs' output to a failed test. */
  output: undefined;
  emulator: Emulator;
  person: Person;
  /** A server that should receive no request. */
  outside: CountingServer;
  /** Starts the real program against the emulator; closed when the test ends. */
  launch: (options?: LaunchOptions) => Promise<Launched>;
};

export const test = base.extend<Fixtures>({
  output: [
    async ({}, use, testInfo) => {
      beginRecording();
      await use(undefined);
      const text = recorded();
      if (testInfo.status === testInfo.expectedStatus || text === '') return;
      // The name that scripts/test/playwright-results.ts looks for.
      await testInfo.attach('output of the programs', { body: text, contentType: 'text/plain' });
    },
    { auto: true },
  ],
  emulator: async ({}, use) => {
    const runtime = electronRuntime();
    base.skip(!runtime.available, runtime.available ? '' : runtime.reason);
    const emulator = await startEmulator();
    await use(emulator);
    await emulator.close();
  },
  person: async ({ emulator }, use) => {
    await use(personAt(emulator.url));
  },
  outside: async ({}, use) => {
    const server = await startCountingServer();
    await use(server);
    await server.close();
  },
  launch: async ({ emulator }, use, testInfo) => {
    const launched: Launched[] = [];
    await use(async (options = {}) => {
      const one = await launchGatehouse(emulator, options);
      launched.push(one);
      return one;
    });
    for (const { app, log } of launched) {
      await app.close().catch(() => undefined);
      const text = log();
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('log', { body: text });
      if (text.includes('internal fault')) throw new Error(`the program had a fault:\n${text}`);
    }
  },
});

export { expect } from '@playwright/test';

/** Starts the built program on the real Electron with a configuration and a profile of its own. */
export async function launchGatehouse(
  emulator: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  options: LaunchOptions = {},
): Promise<Launched> {
  const runtime = requireElectron();
  const profile = options.profile ?? makeSandboxFolder('profile-');
  const logFile = join(profile, 'log.jsonl');
  const app = await _electron.launch({
    executablePath: runtime.executable,
    chromiumSandbox: true,
    args: [
      '-r',
      playwrightLoader(),
      `--user-data-dir=${profile}`,
      ...(options.switches ?? []),
      runtime.appDir,
      '--',
      '--config',
      writeConfig(emulator, options.config),
      '--log-file',
      logFile,
      ...(options.args ?? []),
    ],
    env: processEnv(options.env),
    timeout: LAUNCH_MS,
  });
  record(app.process());
  let output = '';
  app.process().stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const window = await app.firstWindow({ timeout: LAUNCH_MS });
  window.setDefaultTimeout(ACTION_MS);
  await window.emulateMedia({
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: (options.reducedMotion ?? true) ? 'reduce' : 'no-preference',
  });
  await ready(window);
  const log = (): string =>
    `${existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''}${faultsIn(output)}`;
  return { app, window, profile, log };
}

/** Our lines begin with the program's name; ignore Chromium's noise. */
function faultsIn(output: string): string {
  return output
    .split('\n')
    .filter((line) => line.startsWith('gatehouse:'))
    .join('\n');
}

/** The variables of this process, changed. */
export function processEnv(changes: NodeJS.ProcessEnv = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...process.env, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
}
