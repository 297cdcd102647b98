import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endingWithUs } from '../../../scripts/lib/run.ts';
import { eventually } from '../eventually.ts';

const EXAMPLE = resolve(import.meta.dirname, '..', '..', '..', 'examples', 'signer-other-account');
const DEADLINE_MS = 60_000;

/** The example of examples/signer-other-account at work. */
export type ExampleSigner = Readonly<{
  /** Value of `credentials.signer.command`. */
  command: readonly string[];
  socket: string;
  /** Its log output so far. */
  log: () => string;
  end: () => Promise<void>;
}>;

/**
 * Starts it in the account that runs the tests. Its socket and the program that asks lie where
 * every account can reach them.
 *
 * @param changes Python statements that change the module `signerd` before it runs
 */
export async function startExampleSigner(
  secret: string,
  options: readonly string[],
  changes = '',
): Promise<ExampleSigner> {
  const folder = mkdtempSync(join(tmpdir(), 'gs-'));
  chmodSync(folder, 0o755);
  const key = join(folder, 'key');
  writeFileSync(key, `${secret}\n`, { mode: 0o600 });
  const asking = join(folder, 'ask-signer.py');
  cpSync(join(EXAMPLE, 'ask-signer.py'), asking);
  chmodSync(asking, 0o755);
  const socket = join(folder, 'socket');
  const words = ['--socket', socket, '--key-file', key, ...options];
  const main = [
    'import sys',
    `sys.path.insert(0, ${JSON.stringify(EXAMPLE)})`,
    'import signerd',
    changes,
  ];
  const program = [...main, 'signerd.main()'].join('\n');
  // Also after a kill of the tests.
  const [command, args] = endingWithUs('python3', ['-B', '-c', program, ...words], 'KILL');
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', log: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.log += text));
  const gone = new Promise<void>((done) => child.once('close', done));
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(
      'the signer to be ready',
      () => isReady(child, said.out),
      DEADLINE_MS,
      () => said.log,
    );
  } catch (error) {
    await end();
    throw error;
  }
  return { command: [asking, socket], socket, log: () => said.log, end };
}

function isReady(child: ChildProcess, said: string): boolean {
  if (child.exitCode !== null) throw new Error(`the signer ended with ${String(child.exitCode)}`);
  return said === 'ready\n';
}
