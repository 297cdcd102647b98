/**
 * The packaged program as an attacker starts it: switches of Chromium and Node, variables, other
 * users' folders. Each is refused with a message, or has no effect; through the launcher and
 * without it. No debugger is attached here.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesIn, filesBelow } from '../e2e/support/canaries.ts';
import { processTree, type ProcessFacts } from '../../lab/processes.ts';
import { Program, run, type Ended } from '../../lab/child-program.ts';
import {
  asSandboxUser,
  electronRuntime,
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { here } from '../support/bench/here.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { personAt } from '../../lab/person.ts';
import { listeningIn } from './listening.ts';
import { installed } from './installed.ts';
import { findPackaged } from './packaged-app.ts';
import { startSecureService, type SecureService } from './secure-service.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason =
  typeof found === 'string' ? found : process.platform === 'linux' ? '' : 'it looks at /proc';
const DEADLINE_MS = 45_000;

/**
 * Switches before the first `--`, as given to the program itself; the unit test has the list of
 * accepted ones.
 */
const SWITCHES = ['--remote-debugging-port=0', '--inspect', '--no-sandbox', '-r'] as const;

describe.skipIf(reason !== '')(`a hostile start${reason && ` (skipped: ${reason})`}`, () => {
  let binary = '';
  let launcher = '';
  let service: SecureService;
  let config = '';
  beforeAll(async () => {
    binary = installed();
    launcher = path.join(path.dirname(binary), 'bin', 'gatehouse');
    service = await startSecureService();
    config = service.config();
  });
  afterAll(async () => {
    await service.close();
  });

  /** A command line for the user that runs Electron, with variables that no step in between removes. */
  const command = (
    words: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): [string, ...string[]] => [
    ...asSandboxUser([
      '/usr/bin/env',
      ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      ...words,
    ]),
  ];
  const ways = (): readonly [string, readonly string[]][] => [
    ['the launcher', [launcher, '--config', config]],
    [
      'the program',
      [
        binary,
        '--log-level=3',
        `--user-data-dir=${makeSandboxFolder('hostile-')}`,
        '--',
        '--config',
        config,
      ],
    ],
  ];
  const said = ({ stderr }: Ended): string =>
    stderr
      .split('\n')
      .filter((line) => line.startsWith('gatehouse: '))
      .join('\n');

  it.each(SWITCHES)('refuses the switch %s, wherever it stands (SEC-28)', async (word) => {
    const before = service.emulator.log.all().length;
    const sentence = `gatehouse: ${word}: is not taken by this program itself: start bin/gatehouse`;
    const [direct, through] = await Promise.all([
      run(command([binary, '--log-level=3', word, '--', '--config', config])),
      run(command([launcher, '--config', config, word])),
    ]);
    expect({ code: direct.code, said: said(direct), stdout: direct.stdout.toString() }).toEqual({
      code: 64,
      said: sentence,
      stdout: '',
    });
    expect(direct.stderr).not.toContain('listening on');
    expect({ code: through.code, stdout: through.stdout.toString() }).toEqual({
      code: 64,
      stdout: '',
    });
    expect(said(through)).toMatch(/^gatehouse: \S.*: is not known/);
    expect(service.emulator.log.all()).toHaveLength(before);
  });

  it('refuses a variable that turns the sandbox off, or has Node run the code of others (SEC-42)', async () => {
    const sandbox = ['ELECTRON_DISABLE_SANDBOX', 'would turn the sandbox off'] as const;
    const rows = ways().map(([way, words]) => [way, words, ...sandbox] as const);
    // The launcher takes this one away.
    const [, direct = ['', []] as const] = ways();
    const compiled = ['NODE_COMPILE_CACHE', 'would run code of others'] as const;
    const printed = [
      'config',
      [binary, '--log-level=3', '--', 'config', 'validate', config],
    ] as const;
    for (const [way, words, name, why] of [
      ...rows,
      [...direct, ...compiled] as const,
      [...printed, ...compiled] as const,
    ]) {
      const ended = await run(command(words, { [name]: '/nowhere' }));
      const refused = { way, code: 64, said: `gatehouse: ${name}: ${why}: unset it` };
      expect({ way, code: ended.code, said: said(ended) }).toEqual(refused);
    }
  });

  it('stores no data in a folder that is foreign or open to others (SEC-42)', async () => {
    const open = makeSandboxFolder('open-');
    mkdirSync(path.join(open, 'Gatehouse'));
    prepareForSandboxUser(open);
    for (const place of [open, path.join(open, 'Gatehouse')]) chmodSync(place, 0o777);
    const refused = (folder: string): object => ({
      code: 64,
      said: `gatehouse: ${folder}: belongs to another user, or others may write to it (chmod go-w): not taken for your data`,
    });
    for (const folder of [open, '/usr']) {
      const ended = await run(
        command([binary, '--log-level=3', `--user-data-dir=${folder}`, '--', '--config', config]),
      );
      expect({ code: ended.code, said: said(ended) }).toEqual(refused(folder));
    }
    const through = await run(command([launcher, '--config', config], { XDG_CONFIG_HOME: open }));
    expect({ code: through.code, said: said(through) }).toEqual(
      refused(path.join(open, 'Gatehouse')),
    );
  });

  describe('under every variable that an attacker would set', () => {
    let place = '';
    let variables: Readonly<Record<string, string>> = {};
    let ended: Ended;
    let tree: readonly ProcessFacts[] = [];
    let open: readonly string[] = [];
    let secrets: ReadonlyMap<string, string>;
    const during: { place: string; text: string }[] = [];

    beforeAll(async () => {
      place = makeSandboxFolder('traces-');
      variables = hostileVariables(place, path.dirname(binary));
      prepareForSandboxUser(place);
      const person = personAt(service.emulator.url);
      const NODE_COMPILE_CACHE = path.join(place, 'compiled');
      const hostile = here({
        person: () => person,
        config: () => config,
        launcher: () => command([launcher], { ...variables, NODE_COMPILE_CACHE }),
      });
      const running = await login(hostile)
        .as('alice')
        .saying('--log-file', path.join(place, 'log'))
        .before(['sh', '-c', 'cat <&3 >/dev/null; echo ran; exit 23'], 23)
        .asked();
      tree = processTree(running.program.pid);
      open = listeningIn(tree.map(({ pid }) => pid));
      for (const { pid } of tree)
        for (const kind of ['cmdline', 'environ']) {
          const file = `/proc/${String(pid)}/${kind}`;
          during.push({ place: file, text: textOf(file) });
        }
      await running.approve();
      ended = await running.ended();
      const tokens = (await person.log()).map(({ body }) => body?.['accessToken']);
      secrets = new Map([
        ['the secret key', service.emulator.secretKey],
        ['the system token', service.emulator.systemToken],
        ...tokens.flatMap((token, index): [string, string][] =>
          typeof token === 'string' ? [[`access token ${String(index)}`, token]] : [],
        ),
      ]);
    }, 90_000);

    it('sandboxes the window, opens no port, and no debugger on a signal, under hostile variables (SEC-1, SEC-26)', async () => {
      const words = [
        binary,
        '--log-level=3',
        `--user-data-dir=${makeSandboxFolder('hostile-')}`,
        '--',
        '--config',
        config,
      ];
      const program = new Program(command(words, variables));
      program.ended.catch(() => undefined);
      try {
        const page = (): ProcessFacts | undefined =>
          processTree(program.pid).find(({ command: line }) =>
            line.join(' ').includes('--type=renderer'),
          );
        // A page's process enters its sandbox a moment after its start.
        await eventually(
          'a sandboxed page',
          () => page()?.seccomp === 2,
          DEADLINE_MS,
          () =>
            `${page() === undefined ? 'no page' : 'a page outside of its sandbox'}: ${program.said()}`,
        );
        expect(page()).toMatchObject({ seccomp: 2, noNewPrivileges: 1, capabilities: 0n });
        const tree = processTree(program.pid);
        expect(tree.filter(({ command: line }) => line.join(' ').includes('no-sandbox'))).toEqual(
          [],
        );
        expect(listeningIn(tree.map(({ pid }) => pid))).toEqual([]);
        const filters = tree
          .map(({ coreDumpFilter }) => coreDumpFilter)
          .filter((filter) => filter !== '');
        expect(new Set(filters)).toEqual(new Set(['00000000']));
        // Of Node's: it would open a debugger on 9229. Without one it ends the program, as it ends
        // every other.
        process.kill(program.pid, 'SIGUSR1');
        await eventually(
          'its end',
          () => program.child.exitCode !== null || program.child.signalCode !== null,
          DEADLINE_MS,
        );
        expect(program.said()).not.toMatch(/listening|Debugger/);
      } finally {
        program.signal('SIGKILL');
      }
    });

    it('gives the usual doctor report, and a bundle that names no user, under hostile variables (SEC-32, SEC-43)', async () => {
      const bundle = path.join(place, 'bundle.json');
      const words = [
        'doctor',
        '--json',
        '--config',
        config,
        '--log-file',
        path.join(place, 'log'),
        '--bundle',
        bundle,
      ];
      const doctor = command([...(ways()[1]?.[1] ?? []).slice(0, 4), ...words], variables);
      const looked = await run(doctor);
      const text = looked.stdout.toString();
      expect(text, looked.stderr).toBe(readFileSync(bundle, 'utf8'));
      expect(statSync(bundle).mode & 0o777).toBe(0o600);
      const { report, log } = JSON.parse(text) as {
        report: { findings: readonly { check: string; verdict: string }[] };
        log: readonly { event: string }[];
      };
      const well = report.findings
        .filter(({ verdict }) => verdict === 'well')
        .map(({ check }) => check);
      expect(well, text).toEqual(
        expect.arrayContaining(['certificate', 'clock', 'credentials', 'polling', 'websocket']),
      );
      expect(log.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['login-outcome', 'doctor']),
      );
      expect(canariesIn(text, new Map([...secrets, ['the username', 'alice']]))).toEqual([]);
      const { sandboxUser } = requireElectron();
      expect(text).not.toContain(sandboxUser === null ? homedir() : path.dirname(sandboxUser.home));

      const again = await run(doctor);
      expect({ code: again.code, said: said(again), stdout: again.stdout.toString() }).toEqual({
        code: 64,
        said: `gatehouse: --bundle: ${bundle} exists already, and is not replaced`,
        stdout: '',
      });
    });

    it('ends a login as always under hostile variables', () => {
      expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
        code: 23,
        ran: 'ran\n',
      });
    });

    it.each([
      ['NODE_OPTIONS', 'node-options'],
      ['NODE_COMPILE_CACHE', 'compiled'],
      ['SSLKEYLOGFILE', 'tls-keys'],
    ])('leaves no file by the variable %s (SEC-42)', (_name, file) => {
      expect(existsSync(path.join(place, file))).toBe(false);
    });

    it.each([
      ['GTK_MODULES', 'hostile-gtk.so'],
      ['GTK3_MODULES', 'hostile-gtk3.so'],
    ])('loads no library by the variable %s (SEC-42)', (_name, library) => {
      expect(loaderSaid(place).includes(library)).toBe(false);
    });

    it('sees the loader obey LD_PRELOAD before our first line, as docs/security.md says', () => {
      expect(ended.stderr).toContain('preloaded.so');
      // And so the search above would have found the others.
      expect(/libgtk-3\.so/.test(loaderSaid(place))).toBe(true);
    });

    it('shows no secret and no listener in any process of the tree, under hostile variables (SEC-31)', () => {
      expect(tree.length).toBeGreaterThan(3);
      expect(open).toEqual([]);
      expect(secrets.size).toBeGreaterThan(2);
      expect(
        during.flatMap(({ place: file, text }) =>
          canariesIn(text, secrets).map((name) => `${name} in ${file}`),
        ),
      ).toEqual([]);
    });

    it('keeps secrets out of log, traces and output, under hostile variables (SEC-9)', () => {
      const files = filesBelow(place);
      expect(files.map(({ path: file }) => file)).toContain('log');
      const texts = [
        ...files,
        { path: 'stderr', text: ended.stderr },
        { path: 'stdout', text: ended.stdout.toString('latin1') },
      ];
      expect(
        texts.flatMap(({ path: file, text }) =>
          canariesIn(text, secrets).map((name) => `${name} in ${file}`),
        ),
      ).toEqual([]);
    });
  });
});

/** Lays the traps out in a folder, and gives the variables that point at them. */
function hostileVariables(place: string, app: string): Readonly<Record<string, string>> {
  const at = (name: string): string => path.join(place, name);
  // Any library does: the dynamic loader says which it was asked for.
  for (const name of ['hostile-gtk.so', 'hostile-gtk3.so'])
    copyFileSync(path.join(app, 'libvulkan.so.1'), at(name));
  writeFileSync(
    at('node-options.cjs'),
    `require('node:fs').writeFileSync(${JSON.stringify(at('node-options'))}, '');`,
  );
  return {
    NODE_OPTIONS: `--require=${at('node-options.cjs')}`,
    NODE_V8_COVERAGE: at('coverage'),
    NODE_EXTRA_CA_CERTS: at('none.pem'),
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ASAR: '1',
    ELECTRON_ENABLE_LOGGING: 'file',
    ELECTRON_LOG_FILE: at('electron-log'),
    ELECTRON_OVERRIDE_DIST_PATH: place,
    GTK_MODULES: at('hostile-gtk.so'),
    GTK3_MODULES: at('hostile-gtk3.so'),
    GIO_EXTRA_MODULES: place,
    GDK_PIXBUF_MODULE_FILE: at('none.cache'),
    SSLKEYLOGFILE: at('tls-keys'),
    XDG_CONFIG_DIRS: place,
    XDG_DATA_DIRS: place,
    XDG_CURRENT_DESKTOP: '$(touch x)',
    LD_PRELOAD: at('preloaded.so'),
    LD_DEBUG: 'files',
    LD_DEBUG_OUTPUT: at('loader'),
  };
}

/** Output of the dynamic loaders of all processes. */
function loaderSaid(place: string): string {
  return readdirSync(place)
    .filter((name) => name.startsWith('loader.'))
    .map((name) => readFileSync(path.join(place, name), 'latin1'))
    .join('\n');
}

/** A file's text; empty if its process has ended or the file is unreadable. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
