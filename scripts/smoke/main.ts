/**
 * Takes the steps one after the other and prints the table. `npm run smoke` starts it, with
 * everything set up. To add a step: a `take` below.
 */
import assert from 'node:assert/strict';
import { spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ElectronApplication, Page } from '@playwright/test';
import manifest from '../../package.json' with { type: 'json' };
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import { launchGatehouse, type Launched } from '../../tests/e2e/fixtures.ts';
import { METHOD_NAMES } from '../../tests/e2e/scenarios.ts';
import { detachDebugger, openGateWindow } from '../../tests/e2e/support/gate-window.ts';
import {
  chooseHosted,
  confirmHosted,
  openHostedPage,
  PROMPT,
} from '../../tests/e2e/support/hosted.ts';
import { chooseMethod } from '../../tests/e2e/support/screens.ts';
import { Program, type Ended } from '../../lab/child-program.ts';
import { drivable, launch, type Packaged } from '../../tests/packaged/packaged-app.ts';
import { startSecureService } from '../../tests/packaged/secure-service.ts';
import {
  asSandboxUser,
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { personAt } from '../../lab/person.ts';
import { locked } from '../lib/lock.ts';
import { packHost } from '../package/unpacked.ts';
import { watchGroup } from '../bench/support/children.ts';
import { tables, verdict, type Result } from './report.ts';

const LIMIT_MS = 90_000;
const PACKAGING_MS = 300_000;
const END_MS = 10_000;
const [USER, MARK] = ['push-only', 'the command ran'];
const LOGIN = ['--no-ui', '--user', USER, '--method', 'push', '--', 'echo', MARK];
const root = path.resolve(import.meta.dirname, '..', '..');
const LAUNCHER = path.join(root, 'scripts', 'gatehouse');

const { version, wanted, source, sandboxUser } = requireElectron();
const home = makeSandboxFolder('home-');
const env = sandboxUser === null ? { XDG_CONFIG_HOME: home } : { GATEHOUSE_RUNNER_HOME: home };
const { XDG_CURRENT_DESKTOP: desktop = 'none' } = process.env;
const [, , place, session] = process.argv;
const display = `${place === 'own' ? 'own' : 'VIRTUAL (Xvfb)'}, session ${session ?? ''}`;
const facts: Record<string, string> = {
  Electron: version === wanted ? version : `${version} (${source}) instead of ${wanted}`,
  Chromium: 'unknown',
  Node: 'unknown',
  System: `${os.type()} ${os.release()} ${os.arch()}${sandboxUser === null ? '' : ', as root'}`,
  Distribution: spawnSync('sh', ['-c', '. /etc/os-release; echo "$PRETTY_NAME"'], {
    encoding: 'utf8',
  }).stdout,
  Display: display,
  Desktop: desktop,
  GTK: 'unknown',
  'Key store': 'unknown',
  'Standard error': 'silent',
};
const results: Result[] = [];
/** Those of the step that is taken. */
const windows: Readonly<{ app: ElectronApplication; child: ChildProcess }>[] = [];
const shown = (app: ElectronApplication): void => void windows.push({ app, child: app.process() });
const open = async (...options: Parameters<typeof launchGatehouse>): Promise<Launched> => {
  const launched = await launchGatehouse(...options);
  shown(launched.app);
  return launched;
};
const emulator = await startEmulator();
const prompt = await startEmulator({ applicationType: 'prompt' });
const secure = await startSecureService();
const config = writeConfig(emulator);

/** Takes a step: its result is a few words, its failure an error. */
async function take(step: string, work: () => Promise<string>, limitMs = LIMIT_MS): Promise<void> {
  process.stderr.write(`• ${step} …\n`);
  for (const { url } of [emulator, prompt, secure.emulator]) await personAt(url).reset();
  const startedAt = performance.now();
  const end = await within(limitMs, work()).then(
    (says) => ({ passed: true, says }),
    (error: unknown) => {
      // Set-up's failures have their reason beside them.
      const { message, why = '' } = error as Error & { why?: string };
      return { passed: false, says: stripVTControlCharacters(`${message} ${why}`) };
    },
  );
  results.push({ step, ms: Math.round(performance.now() - startedAt), ...end });
  if (!end.passed) process.stderr.write(`  ✗ ${end.says}\n`);
  for (const { app, child } of windows.splice(0)) {
    await within(END_MS, app.close()).catch(() => undefined);
    child.kill('SIGKILL');
  }
}

function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const limit = delay(limitMs, undefined, { ref: false });
  return Promise.race([work, limit.then(() => assert.fail(`not done in ${limitMs / 1000} s`))]);
}

/** A program in the home of this run, to its end. */
function run(command: readonly string[], input?: string): Promise<Ended> {
  const options = { env, ...(input === undefined ? {} : { input }) };
  const { pid, ended } = new Program(command as [string, ...string[]], options);
  watchGroup(pid, ended);
  return ended;
}

/** The person answers on the phone. */
async function answer({ url }: Emulator, act: 'approve' | 'deny' = 'approve'): Promise<void> {
  const person = personAt(url);
  await person[act]((await person.delivered(USER, 'push')).tid);
}

const sees = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

async function loginIn(page: Page, service: Emulator): Promise<string> {
  await chooseMethod(page, USER, METHOD_NAMES.push);
  await answer(service);
  await sees(page, 'You are signed in');
  return '';
}

/** A login through a gate that the person answers. */
async function gate(command: readonly string[], service: Emulator, act?: 'deny'): Promise<Ended> {
  const ended = run([...command, ...LOGIN]);
  // One that ends early says why.
  await Promise.race([answer(service, act), ended]);
  return ended;
}

function expectEnd({ code, stdout, stderr }: Ended, expected: number, said: string): string {
  const lines = stderr.split('\n').filter((line) => line !== '');
  const noise = lines.find((line) => !line.startsWith('gatehouse:'));
  if (noise !== undefined) facts['Standard error'] = noise;
  assert.ok(
    code === expected,
    `exit code ${String(code)} instead of ${expected}: ${lines.at(-1) ?? ''}`,
  );
  assert.equal(stdout.toString(), said);
  return said;
}

await take('start', async () =>
  expectEnd(await run([LAUNCHER, '--version']), 0, `${manifest.version}\n`),
);

await take('window', async () => {
  const { app, window } = await open(emulator);
  const found = await app.evaluate(({ app: { commandLine }, BrowserWindow }) => ({
    chromium: process.versions['chrome'],
    node: process.versions.node,
    platform: commandLine.getSwitchValue('ozone-platform') || 'x11',
    isVisible: BrowserWindow.getAllWindows()[0]?.isVisible(),
  }));
  const maps = readFileSync(`/proc/${String(app.process().pid)}/maps`, 'utf8');
  Object.assign(facts, {
    Chromium: found.chromium,
    Node: found.node,
    Display: `${display}, window on ${found.platform}`,
    GTK: /libgtk-(\d)/.exec(maps)?.[1] ?? 'none',
  });
  await sees(window, 'Who is signing in?');
  assert.equal(found.isVisible, true, 'the window is not visible');
  return `on ${found.platform}`;
});

await take('push', async () => loginIn((await open(emulator)).window, emulator));

await take('hosted page', async () => {
  const { app, window } = await open(prompt, { config: PROMPT });
  const page = await openHostedPage(app, window, USER);
  await chooseHosted(page, 'push');
  await confirmHosted(prompt, page, 'push');
  await sees(window, 'You are signed in');
  return '';
});

await take('gate: approved', async () =>
  expectEnd(await gate([LAUNCHER, '--config', config], emulator), 0, `${MARK}\n`),
);

await take('gate: denied', async () => {
  const ended = await gate([LAUNCHER, '--config', config], emulator, 'deny');
  return `${expectEnd(ended, 77, '')}it did not run`;
});

await take('gate: window', async () => {
  const opened = await openGateWindow(emulator, [], ['echo', MARK], {}, env);
  shown(opened.app);
  await chooseMethod(opened.window, USER, METHOD_NAMES.push);
  await detachDebugger(opened);
  await answer(emulator);
  assert.equal((await opened.ended).code, 0, opened.stderr());
  assert.ok(opened.stdout().endsWith(`${MARK}\n`), opened.stdout());
  return MARK;
});

await take('keys', async () => {
  type Status = Readonly<{
    keyStore: { backend: string; protects: boolean };
    credentials: { state: string };
  }>;
  const status = async (): Promise<Status> => {
    const { stdout, stderr } = await run([LAUNCHER, 'keys', 'status', '--json']);
    assert.ok(stdout.length > 0, stderr);
    return JSON.parse(stdout.toString()) as Status;
  };
  const { backend, protects } = (await status()).keyStore;
  facts['Key store'] = `${backend}, ${protects ? 'protects' : 'does not protect'}`;
  const { code, stderr } = await run([LAUNCHER, 'keys', 'import'], 'a secret\na token\n');
  assert.equal(code, protects ? 0 : 78, stderr);
  if (!protects) return `${backend}: import refused, as it should be`;
  assert.equal((await status()).credentials.state, 'ready');
  return `${backend}: imported, and ready`;
});

await take('doctor', async () => {
  const { stdout, stderr } = await run([LAUNCHER, 'doctor', '--json', '--config', config]);
  const { exitCode, first, findings } = reportSchema.parse(JSON.parse(stdout.toString() || 'null'));
  assert.equal(exitCode, 0, `${first ?? ''} ${stderr}`);
  return `${findings.length} findings, worst: ${first ?? 'all well'}`;
});

let packaged: Packaged | undefined;
/** The launcher of the package, as root, the launcher of a copy. */
let installed = (): string => assert.fail('there is no package');
await take(
  'package: made',
  async () => {
    packaged = await locked(packHost);
    const copy = prepareForSandboxUser(packaged.folder);
    installed = () => path.join(copy, 'bin', 'gatehouse');
    return path.basename(packaged.folder);
  },
  PACKAGING_MS,
);

await take('package: starts', async () =>
  expectEnd(await run(asSandboxUser([installed(), '--version'])), 0, `${manifest.version}\n`),
);

await take('package: gate', async () => {
  const command = asSandboxUser([installed(), '--config', secure.config()]);
  return expectEnd(await gate(command, secure.emulator), 0, `${MARK}\n`);
});

await take('package: window', async () => {
  assert.ok(packaged, 'there is no package');
  const words = [
    `--user-data-dir=${makeSandboxFolder('profile-')}`,
    '--',
    '--config',
    secure.config(),
  ];
  const app = await launch(await drivable(packaged), words);
  shown(app);
  const page = await app.firstWindow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return loginIn(page, secure.emulator);
});

const { line, code } = verdict(results);
console.log(`\n${tables(facts, results)}\n\n${line}`);
// At once: a step that hangs still ends with us.
process.exit(code);
