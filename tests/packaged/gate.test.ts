// @module-tag never-retried
/**
 * The gate of a package: its own launcher on its own Electron. An installed build speaks https only, unless root's file
 * says otherwise, so the service is unreachable here: each allowed login is allowed by the policy for that.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { statusOf } from '../gate/support/gate.ts';
import { run, type Ended } from '../gate/support/program.ts';
import { asSandboxUser, electronRuntime } from '../lab/electron-runtime.ts';
import { installed } from './installed.ts';
import { findPackaged, unreachableConfig } from './packaged-app.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = typeof found === 'string' ? found : '';

describe.skipIf(typeof found === 'string')(
  `gate of the package${reason && ` (skipped: ${reason})`}`,
  () => {
    const launcher = (): string => path.join(path.dirname(installed()), 'bin', 'gatehouse');

    function gate(
      words: readonly string[],
      env: NodeJS.ProcessEnv = {},
      login: Readonly<Record<string, unknown>> = {},
    ): Promise<Ended> {
      return run(asSandboxUser([launcher(), '--config', unreachableConfig(login), ...words]), {
        listenTo: [5],
        env,
      });
    }

    const WORDS = ['--no-ui', '--user', 'alice', '--method', 'push', '--status-fd', '5'];
    const ALLOWING = { failMode: 'allow-when-unreachable' };

    it('becomes the command of the packaged gate, and gives it the result', async () => {
      const ended = await gate([...WORDS, '--', 'sh', '-c', 'cat <&3; exit 23'], {}, ALLOWING);
      expect(ended.code, ended.stderr).toBe(23);
      const verdict = verdictSchema.parse(JSON.parse(ended.stdout.toString()));
      expect(verdict).toMatchObject({
        outcome: 'allowed-unreachable',
        ticket: expect.any(String) as unknown,
      });
      expect(statusOf(ended.heard.get(5))).toMatchObject({ outcome: 'allowed-unreachable' });
    });

    it('never starts the command of the packaged gate after a failed login', async () => {
      const ended = await gate([...WORDS, '--', 'echo', 'ran']);
      expect({ code: ended.code, ran: ended.stdout.toString() }).toEqual({ code: 69, ran: '' });
      expect(statusOf(ended.heard.get(5))).toMatchObject({
        outcome: 'unreachable',
        reason: 'network',
      });
    });

    it.each([
      ['enough to answer with', WORDS, 69, 'no-display'],
      ['nothing to answer with', ['--status-fd', '5'], 64, 'nothing-to-answer-with'],
    ])(
      'ends the packaged gate without the command if there is no display, with %s',
      async (_what, words, code, why) => {
        const none = { DISPLAY: '', WAYLAND_DISPLAY: '' };
        const ended = await gate([...words, '--', 'echo', 'ran'], none, ALLOWING);
        expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
          code,
          ran: '',
        });
        expect(statusOf(ended.heard.get(5))).toMatchObject({ reason: why });
        if (why === 'no-display') expect(ended.stderr).toContain('the package gatehouse-cli');
      },
    );

    it('becomes the packaged program itself if no verdict is due', async () => {
      const ended = await run(asSandboxUser([launcher(), '--version']));
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
    });
  },
);
