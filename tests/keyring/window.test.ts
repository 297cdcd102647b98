/** The real window with the keys in a real keyring: its appearance in each state. */
import { _electron, type ElectronApplication } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import type { ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import { METHOD_NAMES } from '../e2e/scenarios.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { run } from '../../lab/child-program.ts';
import {
  makeSandboxFolder,
  playwrightLoader,
  prepareForSandboxUser,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { KeyringSession, reason } from './keyring-session.ts';
import { en } from '../support/strings.ts';

const SHOWN_MS = 60_000;
const START_MS = 120_000;
const PICTURES = resolve(import.meta.dirname, '..', '..', 'out', 'keyring');

/**
 * Playwright's loader has Chromium keep keys with one that everybody has; this takes that back,
 * before it counts.
 */
const OWN_STORE = "require('electron').app.commandLine.removeSwitch('password-store');\n";

// One after the other: each finds the keyring as the one before it left it.
describe.skipIf(reason !== '')(
  `the window beside a real keyring${reason && ` (skipped: ${reason})`}`,
  () => {
    const session = reason === '' ? new KeyringSession() : null;
    let emulator: Emulator;
    let person: Person;
    let config = '';
    let ownStore = '';

    const at = (): KeyringSession => {
      if (session === null) throw new Error('there is no session');
      return session;
    };
    const stored = (): readonly string[] =>
      at()
        .credentialFiles()
        .map((file) => readFileSync(file, 'utf8'));

    beforeAll(async () => {
      emulator = await startEmulator();
      person = personAt(emulator.url);
      const folder = makeSandboxFolder('config-');
      config = join(folder, 'config.json');
      ownStore = join(folder, 'own-store.cjs');
      writeFileSync(config, JSON.stringify({ service: { baseUrl: emulator.url } }), {
        mode: 0o600,
      });
      writeFileSync(ownStore, OWN_STORE);
      prepareForSandboxUser(folder);
      mkdirSync(PICTURES, { recursive: true });
      await at().open();
      await at().startKeyring('open');
    }, START_MS);
    afterAll(async () => {
      await session?.close();
      await emulator.close();
    }, SHOWN_MS);

    /**
     * Opens the window on the stored credentials, gives a name, and calls back with the screen that
     * comes.
     */
    async function login(
      env: NodeJS.ProcessEnv,
      then: (app: ElectronApplication, heading: string, text: string) => Promise<void>,
    ): Promise<void> {
      const [file = ''] = at().credentialFiles();
      const { executable, appDir } = requireElectron();
      const words = [
        '-r',
        ownStore,
        `--user-data-dir=${dirname(file)}`,
        appDir,
        '--',
        '--config',
        config,
      ];
      const app = await _electron.launch({
        executablePath: executable,
        chromiumSandbox: true,
        args: ['-r', playwrightLoader(), ...words],
        env: Object.fromEntries(
          Object.entries({ ...process.env, ...env }).filter(
            (pair): pair is [string, string] => pair[1] !== undefined,
          ),
        ),
        timeout: SHOWN_MS,
      });
      try {
        const window = await app.firstWindow({ timeout: SHOWN_MS });
        window.setDefaultTimeout(SHOWN_MS);
        await window.emulateMedia({ reducedMotion: 'reduce' });
        const field = window.getByRole('textbox', { name: 'Username' });
        await field.fill('push-only');
        await window.keyboard.press('Enter');
        await field.waitFor({ state: 'detached' });
        const heading = window.getByRole('heading', { level: 1 });
        await heading.filter({ hasNotText: /^(?:Who is signing in\?|One moment)/ }).waitFor();
        await then(app, await heading.innerText(), await window.getByRole('main').innerText());
      } finally {
        await app.close().catch(() => undefined);
      }
    }

    /**
     * Names the fault and the remedy, sends no request to the service, and leaves the stored files
     * unchanged.
     */
    async function endsWith(code: ErrorCode, env: NodeJS.ProcessEnv): Promise<void> {
      await person.reset();
      const before = stored();
      expect(before).toHaveLength(1);
      await login(env, async (app, heading, text) => {
        await app.windows()[0]?.screenshot({ path: join(PICTURES, `${code}.png`) });
        const { title, whatHappened } = en.errors[code];
        expect(heading).toBe(title);
        expect(text).toContain(whatHappened);
        expect(text).toContain(en.whatToDo(code, 'restart'));
      });
      expect(await person.log()).toEqual([]);
      expect(stored()).toEqual(before);
    }

    it('signs a login of the window with the key from an open keyring', async () => {
      const input = `${emulator.secretKey}\n${emulator.systemToken}\n`;
      const imported = await run([LAUNCHER, 'keys', 'import'], { env: at().env(), input });
      expect(imported.code, imported.stderr).toBe(0);
      await login(at().env(), async (app) => {
        await app.windows()[0]?.getByRole('button', { name: METHOD_NAMES.push }).click();
        const { tid } = await person.delivered('push-only', 'push');
        await person.approve(tid);
        await app
          .windows()[0]
          ?.getByRole('heading', { level: 1, name: 'You are signed in' })
          .waitFor();
      });
    });

    it('names the locked keyring and the remedy in the window, without a request', async () => {
      await at().startKeyring('locked');
      await endsWith('key-store-locked', at().env());
    });
  },
);
