import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { endingWithUs } from '../../../scripts/lib/run.ts';
import { eventually } from '../eventually.ts';

/** The programs that an untrusted display needs and that are missing; empty where there are all. */
export const missingForDisplay = ['Xvfb', 'xauth'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
);

export type UntrustedDisplay = Readonly<{
  name: string;
  /** Cookie files: of a client that is trusted, and of one that is not, as `ssh -X` makes it. */
  trusted: string;
  untrusted: string;
  end: () => void;
}>;

const START_MS = 30_000;

/** Starts an X server that tells trusted clients from others, with cookie files in a folder. */
export async function openUntrustedDisplay(folder: string): Promise<UntrustedDisplay> {
  const [trusted, untrusted] = [join(folder, 'trusted'), join(folder, 'untrusted')];
  const cookie = randomBytes(16).toString('hex');
  const xauth = (file: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
    execFileSync('xauth', ['-q', '-f', file, ...words], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  xauth(trusted, ['add', ':0', '.', cookie]);
  const [command, args] = endingWithUs(
    'Xvfb',
    ['-displayfd', '3', '-auth', trusted, '-noreset', '-nolisten', 'tcp', '+extension', 'SECURITY'],
    'KILL',
  );
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stdio[3]?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually('Xvfb to be ready', () => said.includes('\n'), START_MS);
  const name = `:${said.trim()}`;
  xauth(trusted, ['add', name, '.', cookie]);
  // It ends when no client is left, and not before the timeout of a minute otherwise.
  xauth(untrusted, ['generate', name, '.', 'untrusted', 'timeout', '0'], {
    DISPLAY: name,
    XAUTHORITY: trusted,
  });
  return { name, trusted, untrusted, end: () => server.kill() };
}
