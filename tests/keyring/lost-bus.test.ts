/**
 * The real program in a session that loses its bus, as after a log-out or a bus upgrade: no command
 * ends with 0.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { Program } from '../../lab/child-program.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { eventually } from '../support/eventually.ts';
import { KeyringSession, reason } from './keyring-session.ts';

const START_MS = 30_000;

describe.skipIf(reason !== '')(
  `a session that loses its bus${reason && ` (skipped: ${reason})`}`,
  () => {
    let session: KeyringSession;
    let emulator: Emulator;
    let program: Program | null = null;
    beforeAll(async () => {
      emulator = await startEmulator();
      emulator.faults.add([{ path: '/api/app/init', kind: 'hang' }]);
    });
    afterAll(() => emulator.close());
    beforeEach(async () => {
      session = new KeyringSession();
      await session.open();
    });
    afterEach(() => {
      // Where a test failed before its end.
      program?.signal('SIGKILL');
      return session.close();
    });

    it.each([
      ['the window', []],
      ['a check', ['check', '--no-ui', '--user', 'push-only', '--method', 'push']],
      ['the doctor', ['doctor', '--json']],
      ['keys', ['keys', 'import']],
    ])(
      'ends %s with a code other than 0 when the session loses its bus (SEC-110)',
      async (_name, words) => {
        const command = [LAUNCHER, ...words, '--config', writeConfig(emulator)] as const;
        const started = new Program(command, { env: session.env(), input: null });
        program = started;
        // Once for Chromium, once for GLib.
        await eventually(
          'the program to be on the bus twice',
          () => session.guests() > 1,
          START_MS,
          () => started.said(),
        );
        await session.endBus();
        const { code, stdout } = await started.ended;
        expect(code).not.toBe(0);
        expect(stdout.toString()).toBe('');
      },
    );
  },
);
