/** A login in the program's window in Windows, as a person goes through it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { submitUsername } from '../e2e/support/screens.ts';
import { personAt } from '../../lab/person.ts';
import { writeWindowsConfig } from './support/product.ts';
import { launchInWindows } from './support/window.ts';
import { skipped } from './support/windows-program.ts';
import { en } from '../support/strings.ts';

const PICTURES = join(import.meta.dirname, '..', '..', 'out', 'windows');

describe.skipIf(skipped !== '')(
  `the window in Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    let emulator: Emulator;
    beforeAll(async () => {
      emulator = await startEmulator();
      mkdirSync(PICTURES, { recursive: true });
    });
    afterAll(async () => {
      await emulator.close();
    });

    it('lets a person in by a name and an approval in the window of Windows', async () => {
      const person = personAt(emulator.url);
      const { app, window } = await launchInWindows(['--config', writeWindowsConfig(emulator)]);
      const picture = async (name: string): Promise<void> => {
        writeFileSync(join(PICTURES, `windows-${name}-light.png`), await window.screenshot());
      };
      try {
        await picture('username');
        await submitUsername(window, 'alice');
        const push = window.getByRole('button', { name: en.methods.push.name });
        await push.waitFor();
        await picture('methods');
        await push.click();
        await window.getByRole('heading', { name: en.methods.push.heading }).waitFor();
        await picture('push');
        await person.approve((await person.delivered('alice', 'push')).tid);
        await window
          .getByText('alice is confirmed for Example Desktop, Example Company.')
          .waitFor();
        await picture('succeeded');
        const platform = await window.evaluate(() => self.gatehouse?.app.getInfo({}));
        expect(platform).toMatchObject({ ok: true, value: { platform: 'win32' } });
        const log = await person.log();
        expect(log.every(({ signatureValid }) => signatureValid)).toBe(true);
      } finally {
        await app.close();
      }
    });
  },
);
