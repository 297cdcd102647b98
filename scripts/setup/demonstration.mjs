/** The demonstration of `npm start` and `npm run dev`: an emulator, a configuration for it, and the login window's command. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { platformSwitch } from '../../lab/display.mjs';
import { say, SetupError } from '../lib/log.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { writePrivate } from '../lib/places.mjs';
import { endingWithUs } from '../lib/run.mjs';
import { replacement } from './electron.mjs';
import { electronEndingWithUs } from './runtime.mjs';

/** @typedef {import('./runtime.mjs').Runtime} Runtime */
/** @typedef {import('./prepare.mjs').Context} Context */
/** @typedef {{ url: string, phone: string, systemToken: string, secretKey: string }} Service */

/**
 * Starts the emulator on a free loopback port and waits for its first line.
 * @returns {Promise<{ service: Service, end: () => void }>}
 */
function startEmulator(/** @type {Pick<Context, 'node' | 'env'>} */ { node, env }) {
  const [command, args] = endingWithUs(node, [inRoot('emulator', 'main.ts'), '--rooms', 'tid']);
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
  /** @type {Runtime['sandboxUser']} */ sandboxUser,
) {
  const secretKeyFile = writePrivate(path.join(place, 'secret'), `${secretKey}\n`, sandboxUser);
  const content = { service: { baseUrl: url, systemToken }, credentials: { secretKeyFile } };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return writePrivate(path.join(place, 'config.json'), text, sandboxUser);
}

function openInBrowser(/** @type {string} */ page, /** @type {Runtime} */ { sandboxUser }) {
  const opener = process.platform === 'darwin' ? '/usr/bin/open' : '/usr/bin/xdg-open';
  if (process.env['BROWSER'] === 'none') return;
  // As root a browser would refuse, or do worse: not refuse.
  if (sandboxUser !== null || process.getuid?.() === 0 || !existsSync(opener)) return;
  spawn(opener, [page], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/**
 * Starts the emulator and opens its phone page, in a place for this run.
 * @param {Runtime} runtime
 * @param {{ node: string, env: NodeJS.ProcessEnv, place: string, howToEnd: string }} options
 * @returns {Promise<{
 *   windowCommand: (app: string, env: NodeJS.ProcessEnv, switches?: string[]) => [string, string[]],
 *   end: () => void,
 * }>} `windowCommand`: opens the login window of a built product (its folder), with further switches of Electron
 */
export async function startDemonstration(runtime, { node, env, place, howToEnd }) {
  const { service, end } = await startEmulator({ node, env });
  const config = writeConfig(place, service, runtime.sandboxUser);
  // Set-up says so once.
  const electron = runtime.source === 'pypi' ? `\n  program        ${replacement(runtime)}` : '';
  say(`
The login window opens now. It talks to an emulated service on this machine:

  service        ${service.url}
  phone page     ${service.phone}   approve, click links, read codes, scan: you are the person
  configuration  ${config}${electron}

Type "alice" as the username: she has every method. Others: push-only, totp-only, denied, waiting, bypassed.
${howToEnd}
`);
  openInBrowser(service.phone, runtime);
  return {
    windowCommand: (app, { DISPLAY = '' }, switches = []) => {
      const profile = `--user-data-dir=${path.join(place, 'profile')}`;
      const ours = [...switches, platformSwitch(DISPLAY), '--log-level=3', profile];
      return electronEndingWithUs(runtime, [...ours, app, '--', '--config', config]);
    },
    end,
  };
}
