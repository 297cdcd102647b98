/**
 * The demonstration of `npm start` and `npm run dev`: an emulator, a configuration for it, and the
 * login window's command.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { platformSwitch } from './display.ts';
import { print, SetupError } from '../scripts/lib/log.ts';
import { inRoot, root } from '../scripts/lib/paths.ts';
import { writePrivate } from '../scripts/lib/run-folder.ts';
import { endingWithUs } from '../scripts/lib/run.ts';
import { replacement } from './electron.ts';
import { electronEndingWithUs, type Runtime } from './runtime.ts';

export type Service = { url: string; phone: string; systemToken: string; secretKey: string };

/** Starts the emulator on a free loopback port and waits for its first line. */
function startEmulator(env: NodeJS.ProcessEnv): Promise<{ service: Service; end: () => void }> {
  const [command, args] = endingWithUs(process.execPath, [
    inRoot('emulator', 'main.ts'),
    '--rooms',
    'tid',
  ]);
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
      reject(
        new SetupError('The emulator did not start.', {
          why: `it ended with ${code ?? 'a signal'}`,
        }),
      ),
    );
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve({ service: JSON.parse(line), end }),
    );
  });
}

/**
 * The configuration of the demonstration: this emulator, and its secret in a file that only the
 * window's user reads.
 */
function writeConfig(
  runFolder: string,
  { url, systemToken, secretKey }: Service,
  sandboxUser: Runtime['sandboxUser'],
) {
  const secretKeyFile = writePrivate(path.join(runFolder, 'secret'), `${secretKey}\n`, sandboxUser);
  const content = { service: { baseUrl: url, systemToken }, credentials: { secretKeyFile } };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return writePrivate(path.join(runFolder, 'config.json'), text, sandboxUser);
}

function openInBrowser(page: string, { sandboxUser }: Runtime) {
  const opener = process.platform === 'darwin' ? '/usr/bin/open' : '/usr/bin/xdg-open';
  if (process.env['BROWSER'] === 'none') return;
  // As root a browser would refuse, or do worse: not refuse.
  if (sandboxUser !== null || process.getuid?.() === 0 || !existsSync(opener)) return;
  spawn(opener, [page], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/**
 * Starts the emulator and opens its phone page, in the folder of this run.
 *
 * @returns `windowCommand`: opens the login window of a built product (its folder), with further
 *   switches of Electron
 */
export async function startDemonstration(
  runtime: Runtime,
  { env, runFolder, howToEnd }: { env: NodeJS.ProcessEnv; runFolder: string; howToEnd: string },
): Promise<{
  windowCommand: (app: string, env: NodeJS.ProcessEnv, switches?: string[]) => [string, string[]];
  end: () => void;
}> {
  const { service, end } = await startEmulator(env);
  const config = writeConfig(runFolder, service, runtime.sandboxUser);
  // Set-up says so once.
  const electron = runtime.source === 'pypi' ? `\n  program        ${replacement(runtime)}` : '';
  print(`
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
      const profile = `--user-data-dir=${path.join(runFolder, 'profile')}`;
      const ours = [...switches, platformSwitch(DISPLAY), '--log-level=3', profile];
      return electronEndingWithUs(runtime, [...ours, app, '--', '--config', config]);
    },
    end,
  };
}
