/**
 * The real program on a desktop known for its keyring, without a running one: a lean desktop, or
 * over the network.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { run } from '../../lab/child-program.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { here } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { login } from '../support/bench/login.ts';
import { personAt } from '../../lab/person.ts';
import { KeyringSession, reason } from './keyring-session.ts';

describe.skipIf(reason !== '')(
  `a desktop without its keyring${reason && ` (skipped: ${reason})`}`,
  () => {
    const session = reason === '' ? new KeyringSession() : null;
    let emulator: Emulator;
    let config = '';
    const env = (): NodeJS.ProcessEnv => session?.env() ?? {};

    beforeAll(async () => {
      emulator = await startEmulator();
      config = writeConfig(emulator);
      await session?.open();
    }, 120_000);
    afterAll(async () => {
      await session?.close();
      await emulator.close();
    }, 60_000);

    it('lets in at a gate without a keyring, with the ticket key in a private file', async () => {
      const desktop = here({
        person: () => personAt(emulator.url),
        config: () => config,
        options: () => ({ env: env() }),
      });
      await login(desktop).approve().ends('confirmed');
      const said = await run([LAUNCHER, 'keys', 'status', '--json'], { env: env() });
      expect(JSON.parse(said.stdout.toString()), said.stderr).toMatchObject({
        keyStore: { backend: 'gnome_libsecret', protects: false },
        ticketKeyPlace: { keptIn: 'private-file' },
      });
    });

    it('says by the doctor that the key store does not protect when there is no keyring', async () => {
      const said = await run([LAUNCHER, 'doctor', '--config', config, '--json'], { env: env() });
      const { findings } = JSON.parse(said.stdout.toString()) as {
        findings: { check: string; code: string }[];
      };
      expect(findings.find(({ check }) => check === 'key-store')?.code).toBe(
        'key-store-unprotected',
      );
    });
  },
);
