/**
 * Starts without a usable folder for the program's own data: kiosks, live systems, full disks,
 * cleared environments.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asSandboxUser,
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { isRoot } from '../support/files/temp-folder.ts';
import { run, type Ended } from '../../lab/child-program.ts';

/**
 * Mounts a memory file system of its own over a folder, then becomes the program; nobody else sees
 * it.
 */
const MOUNTED = 'mount -t tmpfs -o "$1" tmpfs "$2" && eval "$3" && shift 3 && exec "$@"';
const hasMounts =
  isRoot &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    .status === 0;

describe.skipIf(skipped !== '')('a start without a usable folder for its own data', () => {
  const on = checkout();

  /** Our lines on standard error, without Chromium's. */
  const ours = ({ stderr }: Ended): readonly string[] =>
    stderr.split('\n').filter((line) => line.startsWith('gatehouse:'));

  type Place = Readonly<{
    /** Changes of the environment, as `env` takes them. */
    environment: readonly string[];
    /** Options of a memory file system for the home, and a shell command that prepares it. */
    mount?: readonly [options: string, home: string, prepare: string];
    cwd?: string;
  }>;

  /** Starts the program without a launcher, which as root would set HOME. */
  const start = ({ environment, mount, cwd }: Place, words: readonly string[]): Promise<Ended> => {
    const { dist, appDir } = requireElectron();
    const electron = [
      join(dist, 'electron'),
      '--ozone-platform=x11',
      '--log-level=3',
      appDir,
      '--',
    ];
    const command = asSandboxUser(['env', ...environment, ...electron, ...words]);
    const options = { input: 'secret\n', cwd: cwd ?? '/' };
    return mount
      ? run(['unshare', '-m', 'sh', '-c', MOUNTED, 'sh', ...mount, ...command], options)
      : run(command, options);
  };
  const homeAt = (folder: string): Place => ({ environment: [`HOME=${folder}`] });
  const mounted = (options: string, prepare = 'true'): Place => {
    const { sandboxUser } = requireElectron();
    const home = makeSandboxFolder('home-');
    const { uid = 0, gid = 0 } = sandboxUser ?? {};
    return { ...homeAt(home), mount: [`uid=${uid},gid=${gid},mode=700,${options}`, home, prepare] };
  };

  const bypassed = (...more: readonly string[]) => [
    'check',
    ...more,
    '--no-ui',
    '--user',
    'bypassed',
    '--method',
    'push',
    '--config',
    on.config(),
  ];
  const COMMANDS = [
    ['check', () => bypassed('--json')],
    ['check without a ticket', () => bypassed()],
    ['the window', () => ['--config', on.config()]],
    ['keys status', () => ['keys', 'status', '--json']],
    ['keys import', () => ['keys', 'import']],
    ['keys forget', () => ['keys', 'forget', '--yes']],
    ['doctor', () => ['doctor', '--json', '--config', on.config()]],
  ] as const;

  it.each(COMMANDS)('ends %s with 78 and the reason if HOME is not set', async (_name, words) => {
    const ended = await start({ environment: ['-uHOME', '-uXDG_CONFIG_HOME'] }, words());
    expect([ended.code, ours(ended)]).toEqual([
      78,
      ["gatehouse: there is no folder for this program's own data: HOME is not set"],
    ]);
  });

  it.each(COMMANDS)(
    'ends %s with 78 and the folder’s path if the folder for its data cannot be made',
    async (_name, words) => {
      const ended = await start(homeAt('/proc'), words());
      expect([ended.code, ours(ended)]).toEqual([
        78,
        [
          "gatehouse: /proc/.config/Gatehouse: the folder for this program's own data cannot be made (ENOENT)",
        ],
      ]);
    },
  );

  it('reports a folder that cannot be made as the verdict of check, and ends a gate in a window', async () => {
    const { code, stdout } = await start(homeAt('/proc'), bypassed('--json'));
    const verdict = JSON.parse(stdout.toString()) as unknown;
    expect([code, verdict]).toMatchObject([
      78,
      { outcome: 'misconfigured', reason: 'configuration' },
    ]);
    const env = { GATEHOUSE_RUNNER_HOME: '/proc', HOME: '/proc', XDG_CONFIG_HOME: '' };
    const gate = await run([LAUNCHER, '--config', on.config(), '--', 'echo', 'ran'], { env });
    expect([gate.code, gate.stdout.toString()]).toEqual([78, '']);
    expect(gate.stderr).toContain('gatehouse: /proc/.config/Gatehouse: the folder');
  });

  it.each([['-u', 'HOME'], ['HOME=/proc'], ['HOME=relative']])(
    'reads a configuration without a folder for its data, with env %s %s',
    async (...environment) => {
      const file = on.config();
      for (const words of [
        ['show', '--config', file],
        ['validate', '--config', file],
        ['validate', file],
      ]) {
        const { code, stdout, stderr } = await start({ environment }, ['config', ...words]);
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout.toString()).toContain(file);
      }
    },
  );

  it('ignores a relative XDG_CONFIG_HOME, and keeps its data below HOME', async () => {
    const home = makeSandboxFolder('home-');
    const cwd = makeSandboxFolder('working-');
    const environment = [`HOME=${home}`, 'XDG_CONFIG_HOME=settings'];
    const { code, stdout } = await start({ environment, cwd }, ['keys', 'status']);
    expect([code, readdirSync(cwd)]).toEqual([0, []]);
    const folder = join(home, '.config', 'Gatehouse');
    expect(stdout.toString()).toContain(join(folder, 'ticket-key.json'));
    expect(existsSync(join(folder, 'ticket-key.json'))).toBe(true);
    writeFileSync(join(folder, 'config.json'), '{}');
    prepareForSandboxUser(folder);
    const shown = await start({ environment, cwd }, ['config', 'show']);
    expect([shown.code, shown.stdout.toString()]).toEqual([78, expect.stringContaining(folder)]);
  });

  it('names a file that is in place of the folder for its data', async () => {
    const home = makeSandboxFolder('home-');
    mkdirSync(join(home, '.config'));
    writeFileSync(join(home, '.config', 'Gatehouse'), '');
    prepareForSandboxUser(home);
    const ended = await start(homeAt(home), ['keys', 'status']);
    const folder = join(home, '.config', 'Gatehouse');
    expect([ended.code, ours(ended)]).toEqual([
      78,
      [`gatehouse: ${folder}: the folder for this program's own data is not a folder`],
    ]);
  });

  it.each(['Local State', 'Preferences'])(
    'names a FIFO that is in place of Chromium’s file %s',
    async (name) => {
      const home = makeSandboxFolder('home-');
      const folder = join(home, '.config', 'Gatehouse');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      spawnSync('mkfifo', [join(folder, name)]);
      prepareForSandboxUser(home);
      for (const words of [bypassed('--json'), ['keys', 'status']]) {
        const ended = await start(homeAt(home), words);
        const said = [`gatehouse: ${join(folder, name)}: is not a file; remove it`];
        expect([ended.code, ours(ended)]).toEqual([78, said]);
      }
    },
  );

  describe.skipIf(!hasMounts)('in a home that cannot be written (needs root, and mounts)', () => {
    const MADE =
      'mkdir -p -m 700 "$2/.config" "$2/.config/Gatehouse" && chown -R --reference="$2" "$2"';
    const folderOf = ({ environment }: Place): string =>
      join(environment[0]?.replace('HOME=', '') ?? '', '.config', 'Gatehouse');

    it.each([
      ['read-only', 'ro', '(EROFS): the file system is read-only'],
      // The root of the file system takes the only inode.
      ['full', 'nr_inodes=1', '(ENOSPC): the disk is full'],
    ])(
      'names the folder that cannot be made and the reason when the home is %s',
      async (_what, options, fault) => {
        for (const [, words] of COMMANDS) {
          const place = mounted(options);
          const ended = await start(place, words());
          expect([ended.code, ours(ended)]).toEqual([
            78,
            [
              `gatehouse: ${folderOf(place)}: the folder for this program's own data cannot be made ${fault}`,
            ],
          ]);
        }
      },
    );

    it.each([
      ['read-only', `${MADE} && mount -o remount,ro "$2"`, '(EROFS): the file system is read-only'],
      [
        'full',
        `${MADE} && { cat /dev/zero >"$2/full" 2>/dev/null; true; }`,
        '(ENOSPC): the disk is full',
      ],
    ])(
      'names the key of tickets that cannot be kept, and lets in without a ticket, when the home is %s',
      async (_what, prepare, fault) => {
        const place = mounted('size=64k', prepare);
        const said = [
          `gatehouse: ${join(folderOf(place), 'ticket-key.json')}: cannot be written ${fault}`,
        ];
        for (const words of [bypassed('--json'), ['keys', 'status']]) {
          const ended = await start(place, words);
          expect([ended.code, ours(ended)]).toEqual([78, said]);
        }
        const { code } = await start(place, bypassed());
        expect(code).toBe(0);
        const doctor = await start(place, ['doctor', '--json', '--config', on.config()]);
        expect([doctor.code, JSON.parse(doctor.stdout.toString())]).toMatchObject([
          0,
          { exitCode: 0 },
        ]);
      },
    );
  });
});
