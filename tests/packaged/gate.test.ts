/** The gate of a package: its own launcher on its own Electron. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { run } from '../../lab/child-program.ts';
import { asSandboxUser, electronRuntime } from '../../lab/electron-runtime.ts';
import { login } from '../support/bench/login.ts';
import { installed } from './installed.ts';
import { ALLOWING, packageAt } from './package-place.ts';
import { findPackaged } from './packaged-app.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = typeof found === 'string' ? found : '';

describe.skipIf(typeof found === 'string')(
  `gate of the package${reason && ` (skipped: ${reason})`}`,
  () => {
    const launcher = (): string => path.join(path.dirname(installed()), 'bin', 'gatehouse');

    const on = packageAt(launcher);

    it('becomes the command of the packaged gate, and gives it the result', async () => {
      const { stdout } = await login(on)
        .as('alice')
        .with(ALLOWING)
        .before(['sh', '-c', 'cat <&3; exit 23'], 23)
        .ends('allowed-unreachable');
      const verdict = verdictSchema.parse(JSON.parse(stdout.toString()));
      expect(verdict).toMatchObject({
        outcome: 'allowed-unreachable',
        ticket: expect.any(String) as unknown,
      });
    });

    it('never starts the command of the packaged gate after a failed login', async () => {
      await login(on).as('alice').ends('unreachable', 'network');
    });

    it.each([
      ['enough to answer with', login(on).as('alice'), 'unreachable', 'no-display'],
      [
        'nothing to answer with',
        login(packageAt(launcher, [])).as(null).by(null),
        'usage',
        'nothing-to-answer-with',
      ],
    ] as const)(
      'ends the packaged gate without the command if there is no display, with %s',
      async (_what, withoutDisplay, outcome, reason) => {
        const env = { DISPLAY: '', WAYLAND_DISPLAY: '' };
        const { words } = await withoutDisplay.with(ALLOWING).under({ env }).ends(outcome, reason);
        if (reason === 'no-display') expect(words).toContain('the package gatehouse-cli');
      },
    );

    it('becomes the packaged program itself if no verdict is due', async () => {
      const ended = await run(asSandboxUser([launcher(), '--version']));
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
    });
  },
);
