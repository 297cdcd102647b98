/**
 * `npm start`: everything from nothing, then the emulator, the login window and the phone page. Everything ends when
 * the window is closed. Where there is no display, the demonstration logins are walked in a virtual one instead.
 */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { say, SetupError } from './lib/log.mjs';
import { inOut, inRoot, root } from './lib/paths.mjs';
import { makePlace, removePlace } from './lib/places.mjs';
import { endingWithUs, exitCodeOf, runInForeground, passSignalsOn } from './lib/run.mjs';
import { displayOf, openDisplay, platformSwitch } from './bootstrap/display.mjs';
import { replacement } from './setup/electron.mjs';
import { main, prepareWindow } from './setup/prepare.mjs';
import { electronEndingWithUs } from './setup/runtime.mjs';

/** @typedef {{ url: string, phone: string, systemToken: string, secretKey: string }} Service */

await main(async () => {
  const { runtime, ...context } = await prepareWindow();
  if ((await displayOf(process.env)) === undefined) {
    say(
      '\nThere is no display here, so nobody could see a window. Walking the demonstration logins in a virtual one',
    );
    say(
      `instead (npm run tour); the screenshots go to ${path.relative(process.cwd(), inOut('tour')) || '.'}/\n`,
    );
    return runInForeground(process.execPath, [inRoot('scripts', 'tour.mjs'), 'e2e/tour.ts'], { cwd: root });
  }
  const emulator = await startEmulator(context);
  const place = makePlace(runtime.sandboxUser);
  const display = await openDisplay(runtime);
  try {
    const config = writeConfig(place, emulator.service, runtime.sandboxUser);
    tellWhatToSee(emulator.service, config, runtime);
    openInBrowser(emulator.service.phone, runtime);
    return await openWindow(runtime, config, path.join(place, 'profile'), { ...context.env, ...display.env });
  } finally {
    emulator.end();
    display.end();
    removePlace(place);
  }
});

/**
 * Starts the emulator on a free loopback port and waits for its first line.
 * @returns {Promise<{ service: Service, end: () => void }>}
 */
function startEmulator(
  /** @type {Pick<import('./setup/prepare.mjs').Context, 'node' | 'env'>} */ { node, env },
) {
  const [command, args] = endingWithUs(node, [inRoot('emulator', 'main.ts')]);
  // A group of its own: Ctrl-C reaches it through us, after the window.
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = () => void child.kill('SIGTERM');
  process.on('exit', end);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(new SetupError('The emulator did not start.', { why: `it ended with ${code}` })),
    );
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve({ service: JSON.parse(line), end }),
    );
  });
}

/** The configuration of the demonstration: this emulator, and its secret in a file that only the window's user reads. */
function writeConfig(
  /** @type {string} */ place,
  /** @type {Service} */ { url, systemToken, secretKey },
  /** @type {import('./bootstrap/sandbox-user.mjs').SandboxUser | null} */ sandboxUser,
) {
  const secret = path.join(place, 'secret');
  const config = path.join(place, 'config.json');
  const content = { service: { baseUrl: url, systemToken }, credentials: { secretKeyFile: secret } };
  writeFileSync(secret, `${secretKey}\n`, { mode: 0o600 });
  writeFileSync(config, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  if (sandboxUser !== null)
    for (const file of [secret, config]) chownSync(file, sandboxUser.uid, sandboxUser.gid);
  return config;
}

function tellWhatToSee(
  /** @type {Service} */ { phone, url },
  /** @type {string} */ config,
  /** @type {import('./setup/runtime.mjs').Runtime} */ runtime,
) {
  // Set-up says so once.
  const electron = runtime.source === 'pypi' ? `\n  program        ${replacement(runtime)}` : '';
  say(`
The login window opens now. It talks to an emulated service on this machine:

  service        ${url}
  phone page     ${phone}   approve, click links, read codes, scan: you are the person
  configuration  ${config}${electron}

Type "alice" as the username: she has every method. Others: push-only, totp-only, denied, waiting, bypassed.
Close the window, or press Ctrl-C here, to end everything.
`);
}

function openInBrowser(
  /** @type {string} */ page,
  /** @type {import('./setup/runtime.mjs').Runtime} */ { sandboxUser },
) {
  const opener = process.platform === 'darwin' ? '/usr/bin/open' : '/usr/bin/xdg-open';
  if (process.env['BROWSER'] === 'none') return;
  // As root a browser would refuse, or do worse: not refuse.
  if (sandboxUser !== null || process.getuid?.() === 0 || !existsSync(opener)) return;
  spawn(opener, [page], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** @returns {Promise<number>} */
function openWindow(
  /** @type {import('./setup/runtime.mjs').Runtime} */ runtime,
  /** @type {string} */ config,
  /** @type {string} */ profile,
  /** @type {NodeJS.ProcessEnv} */ env,
) {
  const switches = [platformSwitch(env['DISPLAY'] ?? ''), '--log-level=3', `--user-data-dir=${profile}`];
  const [command, args] = electronEndingWithUs(runtime, [
    ...switches,
    runtime.appDir,
    '--',
    '--config',
    config,
  ]);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    let isEnded = false;
    const stop = passSignalsOn((signal) => {
      isEnded = true;
      child.kill(signal);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      stop();
      // Ctrl-C is an end that the person was told of.
      resolve(isEnded ? 0 : exitCodeOf(code, signal));
    });
  });
}
