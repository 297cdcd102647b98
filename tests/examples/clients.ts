/** The example clients as programs to start, and their answers. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll } from 'vitest';
import { missingParts } from '../../lab/programs.ts';
import { cppClient, javaClient } from './compiled.ts';
import { AUDIENCE } from './tickets.ts';

const root = resolve(import.meta.dirname, '..', '..');
const END_MS = 45_000;
const INSTALL_MS = 120_000;
/**
 * Puts descriptor 3 into a named pipe that has no name and, but for a long line, no writer any
 * more: as the gate does.
 */
const THROUGH_A_PIPE =
  'f=$(mktemp -d)/pipe; mkfifo "$f"; exec 8<>"$f"; head -c 60000 <&3 >&8; cat <&3 >&8 & ' +
  'exec 3<"$f" 8>&-; rm -r "${f%/*}"; exec "$@"';

/** A client of one language, or why it cannot run here. */
export type Client = Readonly<{
  language: 'node' | 'python' | 'java' | 'cpp' | 'csharp';
  command: readonly string[];
  /** For the title of its tests: the language, and why they are skipped. */
  title: string;
  missing: string | null;
  /**
   * It opens `/dev/fd/N`: not the sockets that Node makes for a child, but pipes as the gate makes
   * them.
   */
  needsPipes?: true;
}>;

/** All that run here; their requirements are installed or compiled at first use. */
export const CLIENTS: readonly Client[] = [
  {
    language: 'node',
    command: [process.execPath, join(root, 'examples', 'thick-client-node', 'client.mjs')],
    title: 'node',
    missing: null,
  },
  pythonClient(),
  javaClient(),
  cppClient(),
];

export type Ended = Readonly<{ code: number | null; stdout: string; stderr: string }>;

/** How a client is started: its descriptors and their content. */
export type Start = Readonly<{
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
  /** Content of further descriptors: a pipe with these bytes, or an open file. */
  channels?: Readonly<Record<number, string | Uint8Array | { descriptor: number }>>;
  /** Shell redirections that `spawn` cannot express, like `3<&-`. */
  redirections?: string;
}>;

/** Starts a client and waits for its end. */
export function run(client: Client, start: Start): Promise<Ended> {
  const { args, env = {}, input = '', channels = {}, redirections } = start;
  const direct = [...client.command, ...args];
  const shell =
    client.needsPipes && channels[3] !== undefined
      ? THROUGH_A_PIPE
      : redirections && `exec "$@" ${redirections}`;
  const [command = '', ...rest] =
    shell === undefined ? direct : ['sh', '-c', shell, 'sh', ...direct];
  const last = Math.max(2, ...Object.keys(channels).map(Number));
  const stdio = Array.from({ length: last + 1 }, (_, descriptor) => {
    const channel = channels[descriptor];
    if (channel === undefined) return descriptor <= 2 ? 'pipe' : 'ignore';
    return typeof channel === 'object' && 'descriptor' in channel ? channel.descriptor : 'pipe';
  });
  return new Promise((done, fail) => {
    const child = spawn(command, rest, { stdio, env: environment(env) });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    }
    send(child.stdin, input);
    for (const [descriptor, channel] of Object.entries(channels)) {
      const isOpen = typeof channel === 'object' && 'descriptor' in channel;
      if (!isOpen) send(child.stdio[Number(descriptor)] as Writable, channel);
    }
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      fail(
        new Error(`the ${client.language} client did not end in ${END_MS} ms:\n${output.stderr}`),
      );
    }, END_MS);
    child.on('error', fail);
    child.on('close', (code) => {
      clearTimeout(limit);
      done({ code, ...output });
    });
  });
}

/** Folders and files of one test file, removed at its end. */
export function place(): Readonly<{
  folder: () => string;
  file: (content: string, mode?: number) => string;
}> {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-examples-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  const folder = (): string => mkdtempSync(join(base, 'folder-'));
  const file = (content: string, mode = 0o600): string => {
    const path = join(folder(), 'file');
    writeFileSync(path, content, { mode });
    return path;
  };
  return { folder, file };
}

/** Makes a program like Gatehouse that behaves in one way (stand-in.ts). */
export function standIn(folder: string, keyFile: string, variant: string): string {
  const path = join(folder, 'gatehouse');
  const script = join(import.meta.dirname, 'stand-in.ts');
  writeFileSync(
    path,
    `#!/bin/sh\nexec '${process.execPath}' '${script}' '${keyFile}' ${variant} "$@"\n`,
    {
      mode: 0o700,
    },
  );
  return path;
}

/** The variants of it that must not let in, and the reason that a client gives. */
export const REFUSED_STARTS: readonly (readonly [variant: string, says: RegExp])[] = [
  ['nothing', /no verdict/],
  ['refused-with-a-line', /let nobody in: it ended with 77/],
  ['killed', /let nobody in: it ended with/],
  ['other-nonce', /nonce/],
  ['no-nonce', /nonce/],
  ['words-before', /one complete line/],
  ['words-behind', /one complete line/],
  ['half', /one complete line/],
  ['flood', /longer than any verdict/],
];

/** Arguments of every start: the keys and our audience. */
export const forKeys = (jwksFile: string): readonly string[] => [
  '--jwks',
  jwksFile,
  '--audience',
  AUDIENCE,
];

/** Our environment without the variables of an outer test. */
function environment(changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('GATEHOUSE'));
  return { ...Object.fromEntries(ours), PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...changes };
}

/** A client that refuses early closes its end; that is no fault of the test. */
function send(stream: Writable | null, content: string | Uint8Array): void {
  stream?.on('error', () => undefined);
  stream?.end(content);
}

/**
 * The Python client in an environment of its own, made anew when its requirements or the Python
 * have changed.
 */
function pythonClient(): Client {
  const folder = join(root, 'examples', 'thick-client-python');
  const made = pythonEnvironment(join(folder, 'requirements.txt'));
  const missing = typeof made === 'string' ? null : made.missing;
  return {
    language: 'python',
    command: [typeof made === 'string' ? made : 'python3', join(folder, 'client.py')],
    title: missing === null ? 'python' : `python (skipped: ${missing})`,
    missing,
  };
}

function pythonEnvironment(requirements: string): string | { missing: string } {
  const version = quiet('python3', ['-c', 'import sys; print(sys.version, sys.base_prefix)']);
  if (version === null) return { missing: 'there is no python3' };
  const stamp = createHash('sha256')
    .update(version)
    .update(readFileSync(requirements))
    .digest('hex');
  const all = join(root, 'out', 'examples', 'python-venv');
  const ready = join(all, stamp.slice(0, 16));
  const python = join(ready, 'bin', 'python');
  if (existsSync(python)) return python;
  mkdirSync(all, { recursive: true });
  // Made beside and moved when complete: another worker may be making the same.
  const temporary = join(all, randomUUID());
  try {
    if (quiet('python3', ['-m', 'venv', temporary]) === null)
      return { missing: 'python3 has no venv module' };
    const install = [
      '-m',
      'pip',
      'install',
      '--disable-pip-version-check',
      '--retries',
      '1',
      '--timeout',
      '15',
    ];
    if (
      quiet(join(temporary, 'bin', 'python'), [...install, '--requirement', requirements]) === null
    ) {
      return { missing: 'its packages cannot be installed' };
    }
    renameSync(temporary, ready);
  } catch (error) {
    if (!existsSync(python)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return python;
}

/**
 * The C# client, for Windows: compiled and run with Mono where that is installed. Not in `CLIENTS`:
 * it does less.
 */
export function csharpClient(): Client {
  const title = 'csharp';
  const lacking = (why: string): Client => ({
    language: 'csharp',
    command: [],
    title: `${title} (skipped: ${why})`,
    missing: why,
  });
  const missing = missingParts('mono');
  if (missing.length > 0) return lacking(`not installed: ${missing.join(' ')}`);
  const folder = join(root, 'examples', 'thick-client-csharp');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.cs'));
  const made = mkdtempSync(join(tmpdir(), 'gatehouse-csharp-'));
  const program = join(made, 'client.exe');
  copyFileSync(join(folder, 'client.exe.config'), `${program}.config`);
  const words = [
    '-langversion:5',
    '-warnaserror',
    `-out:${program}`,
    '-r:System.Web.Extensions.dll',
  ];
  const files = sources.map((name) => join(folder, name));
  execFileSync('mcs', [...words, ...files], { timeout: INSTALL_MS });
  return { language: 'csharp', command: ['mono', program], title, missing: null };
}

/** The standard output of a program; null if it cannot be started, takes too long, or fails. */
function quiet(command: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: INSTALL_MS });
  return status === 0 ? stdout : null;
}
