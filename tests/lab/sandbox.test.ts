/**
 * The Electron that the tests run on is a real one: sandboxed, unprivileged, not packaged, with our
 * arguments as given.
 */
import { describe, expect, it } from 'vitest';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { ask, fixtureFolder } from './fixture/ask.ts';

const runtime = electronRuntime();

interface Facts {
  readonly argv: string[];
  readonly uid: number;
  readonly userData: string;
}

describe.skipIf(!runtime.available)(
  `runtime${runtime.available ? '' : ` (skipped: ${runtime.reason})`}`,
  () => {
    it('opens a sandboxed window as an ordinary user', async () => {
      const facts = await ask<Facts>('facts', { odd: 'a b\n"ü🙂 --no-sandbox' });
      expect(facts).toMatchObject({
        isPackaged: false,
        defaultApp: true,
        name: 'Runtime Fixture',
        version: '1.2.3',
        appPath: fixtureFolder(),
        folder: fixtureFolder(),
        sandboxed: true,
        seccomp: '2',
      });
      expect(facts.uid).not.toBe(0);
      expect(facts.argv.filter((word) => /^--.*sandbox/.test(word))).toEqual([]);
      expect(facts.userData).toContain('profile-');
      expect(facts.argv.at(-1)).toBe(
        JSON.stringify({ task: 'facts', odd: 'a b\n"ü🙂 --no-sandbox' }),
      );
    });
  },
);
