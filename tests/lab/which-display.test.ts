/**
 * Windows open on the display that the launcher chose, whatever the session is called. Where
 * `weston` is installed, on Wayland too: a compositor of the test's own, inside a virtual display
 * of X.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Program } from '../../lab/child-program.ts';
import { eventually } from '../support/eventually.ts';
import {
  asSandboxUser,
  electronRuntime,
  makeSandboxFolder,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { openDisplay } from '../../lab/display.ts';
import { writeConfig } from '../../lab/written-config.ts';

const launcher = path.resolve(import.meta.dirname, '..', '..', 'scripts', 'gatehouse');
const START_MS = 30_000;

const runtime = electronRuntime();
const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v "$1"`, 'sh', name]).status === 0;
const missing = ['Xvfb', 'xwininfo'].filter((name) => !hasProgram(name));
const skipped = runtime.available
  ? missing.length > 0
    ? `no ${missing.join(', ')} here`
    : ''
  : runtime.reason;
const noWeston = hasProgram('weston') ? '' : ' (skipped: no weston here)';

/** As on a desktop of Wayland, where it cannot be reached. */
const WAYLAND_SESSION = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'nothing-here' };

describe.skipIf(skipped !== '')(`a window${skipped && ` (skipped: ${skipped})`}`, () => {
  let folder = '';
  let config = '';
  let display = '';
  let server: Program;
  const programs: Program[] = [];
  const start = (command: readonly [string, ...string[]], env: NodeJS.ProcessEnv): Program => {
    const program = new Program(command, { env });
    program.ended.catch(() => undefined);
    programs.unshift(program);
    return program;
  };

  beforeAll(async () => {
    folder = makeSandboxFolder('display-');
    config = writeConfig({ url: 'https://127.0.0.1:2', systemToken: 'token', secretKey: 'key' });
    // Without it the server starts over, deaf, whenever its last client (xwininfo) leaves.
    const words = [
      '-screen',
      '0',
      '1280x1024x24',
      '-ac',
      '-noreset',
      '-nolisten',
      'tcp',
      '-displayfd',
      '3',
    ];
    server = new Program(['Xvfb', ...words], { listenTo: [3] });
    server.ended.catch(() => undefined);
    await eventually('a virtual display', () => server.said(3).includes('\n'), START_MS);
    display = `:${server.said(3).trim()}`;
  });
  const end = async (program: Program): Promise<void> => {
    program.signal('SIGTERM');
    await program.ended.catch(() => undefined);
  };
  // The last first: a window before its compositor.
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const program of programs.splice(0)) await end(program);
  });
  afterAll(() => end(server));

  const wordsOf = (program: Program, file: string): readonly string[] =>
    readFileSync(`/proc/${String(program.pid)}/${file}`, 'latin1').split('\0');

  it('opens a window on the X server that is there, in a session of Wayland', async () => {
    const env = { ...WAYLAND_SESSION, DISPLAY: display };
    const program = start([launcher, '--config', config], env);
    const listed = (): string =>
      spawnSync('xwininfo', ['-display', display, '-root', '-tree'], { encoding: 'utf8' }).stdout;
    await eventually(
      'the window',
      () => listed().includes('Gatehouse"'),
      START_MS,
      () => program.said(),
    );
    // An older Electron takes X anyway: a newer one obeys.
    expect(wordsOf(program, 'cmdline')).toContain('--ozone-platform=x11');
  });

  /** The display of an npm script in this environment. */
  const opened = async (env: NodeJS.ProcessEnv, preferVirtual: boolean) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const found = await openDisplay(requireElectron(), { preferVirtual });
    found.end();
    return found;
  };

  it('keeps windows off the desktop in the virtual display of npm test', async () => {
    expect((await opened(WAYLAND_SESSION, true)).env).toMatchObject({
      WAYLAND_DISPLAY: '',
      XDG_SESSION_TYPE: 'x11',
    });
  });

  it('opens windows on the X server of the desktop in npm run smoke, in a session of Wayland', async () => {
    const { env, virtual } = await opened({ ...WAYLAND_SESSION, DISPLAY: display }, false);
    expect(env).toMatchObject({ DISPLAY: display, XDG_SESSION_TYPE: 'x11' });
    expect(virtual).toBe(false);
  });

  it('opens windows on the desktop if there is no Xvfb, and prints a note', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { virtual } = await opened({ DISPLAY: display, PATH: path.join(folder, 'empty') }, true);
    const text = said.mock.calls.join('');
    said.mockRestore();
    expect(virtual).toBe(false);
    expect(text).toMatch(/note: windows open on your desktop.*apt-get install .*xvfb/);
  });

  it.skipIf(noWeston !== '')(
    `opens a window on Wayland if there is no X server, with and without a remembered look${noWeston}`,
    async () => {
      const socket = path.join(folder, 'wayland-test');
      const place = { XDG_RUNTIME_DIR: folder, GATEHOUSE_RUNNER_RUNTIME_DIR: folder };
      const weston = [
        'weston',
        '--backend=x11-backend.so',
        '--shell=kiosk-shell.so',
        '--use-pixman',
      ];
      const compositor = start(
        asSandboxUser([...weston, '--socket=wayland-test', '--idle-time=0']),
        {
          ...place,
          DISPLAY: display,
        },
      );
      await eventually(
        'a compositor',
        () => existsSync(socket),
        START_MS,
        () => compositor.said(),
      );
      const { executable, appDir } = requireElectron();
      const profile = makeSandboxFolder();
      const words = ['--ozone-platform=wayland', '--log-level=3', `--user-data-dir=${profile}`];
      const open = (): Program =>
        start([executable, ...words, appDir, '--', '--config', config], {
          ...place,
          DISPLAY: '',
          WAYLAND_DISPLAY: 'wayland-test',
          // Has the client of Wayland log its messages.
          WAYLAND_DEBUG: '1',
        });
      // An object is a@1 or, since libwayland 1.23, a#1. It enters an output once it is drawn
      // there.
      const SHOWN =
        /xdg_toplevel[@#]\d+\.set_title\(".*Gatehouse"\)[^]*wl_surface[@#]\d+\.enter\(wl_output[@#]/;
      const opened = async (): Promise<Program> => {
        const program = open();
        await eventually(
          'the window',
          () => SHOWN.test(program.said()),
          START_MS,
          () => program.said(),
        );
        return program;
      };
      const first = await opened();
      // The second start shows the window by the look that the first has left
      // (docs/decisions/0018).
      const looks = path.join(profile, 'looks');
      await eventually('a remembered look', () => existsSync(looks), START_MS);
      first.signal('SIGTERM');
      await first.ended;
      await opened();
    },
  );
});
