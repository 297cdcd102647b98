import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import * as z from 'zod/mini';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';
import { openNullDevice, othersClosed, startFault } from '../os/closed-descriptors.ts';
import { decodeSignature, type SignatureEncoding, type Signer } from './request-signer.ts';

/** Longest wait for one answer of the signer. It includes the wait for earlier requests. */
export const SIGNER_MS = 10_000;
const MAX_ANSWER_BYTES = 4096;
/** Environment variables that the signer inherits. */
const PASSED_ON = ['HOME', 'LOGNAME', 'USER', 'XDG_RUNTIME_DIR'];
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
const API_VERSION = 'gatehouse-signer/1';

const signAnswer = z.strictObject({ signature: z.string().check(z.regex(/^[\da-f]{64}$/i)) });
const verifyAnswer = z.strictObject({ valid: z.boolean() });

/**
 * Runs `command` for each request, one at a time (docs/signer.md). Errors never quote the program's
 * output.
 */
// SECURITY: SEC-52 a program that fails yields no signature and verifies no answer.
export function createCommandSigner(
  command: readonly string[],
  encoding: SignatureEncoding,
  answerMs = SIGNER_MS,
): Signer {
  let lastRun: Promise<unknown> = Promise.resolve();
  const ask = async <Answer>(
    request: Readonly<Record<string, string>>,
    schema: z.ZodMiniType<Answer>,
  ): Promise<Result<Answer, string>> => {
    const endsAtMs = performance.now() + answerMs;
    const earlierRun = lastRun;
    let endRun = (): void => undefined;
    lastRun = new Promise<void>((resolve) => (endRun = resolve));
    await earlierRun;
    try {
      const line = JSON.stringify({ apiVersion: API_VERSION, ...request });
      const answer = await runOnce(command, `${line}\n`, Math.max(0, endsAtMs - performance.now()));
      return answer.ok ? parse(answer.value, schema) : answer;
    } finally {
      endRun();
    }
  };
  return {
    sign: async (bytes) => {
      const answer = await ask({ operation: 'sign', body: base64(bytes) }, signAnswer);
      return answer.ok
        ? success(Buffer.from(answer.value.signature, 'hex').toString(encoding))
        : answer;
    },
    verify: async (bytes, value) => {
      const decoded = decodeSignature(value, encoding);
      if (decoded.length === 0) return success(false);
      const signature = decoded.toString('hex');
      const request = { operation: 'verify', body: base64(bytes), signature };
      const answer = await ask(request, verifyAnswer);
      return answer.ok ? success(answer.value.valid) : answer;
    },
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function parse<Answer>(text: string, schema: z.ZodMiniType<Answer>): Result<Answer, string> {
  try {
    const answer = schema.safeParse(JSON.parse(text));
    return answer.success ? success(answer.data) : failure('the signer answered in another form');
  } catch {
    return failure('the signer answered something else than JSON');
  }
}

/** Starts the program for one request. Never rejects. */
async function runOnce(
  [file = '', ...args]: readonly string[],
  request: string,
  limitMs: number,
): Promise<Result<string, string>> {
  if (limitMs <= 0) return failure('the signer was busy');
  const fault = process.platform === 'linux' ? startFault(file) : null;
  if (fault !== null) return failure(`the signer cannot be started (${fault})`);
  const nullDevice = openNullDevice();
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd: '/',
      env: environment(),
      // In its own session, so that `killAll` ends its children, and signals of the terminal do not
      // reach it.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', ...othersClosed(2, nullDevice)],
      shell: false,
      windowsHide: true,
    });
  } catch {
    return failure('the signer cannot be started');
  } finally {
    closeSync(nullDevice);
  }
  return await answerOf(child, request, limitMs);
}

function answerOf(
  child: ChildProcess,
  request: string,
  limitMs: number,
): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isOver = false;
    const end = (result: Result<string, string>): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      process.off('exit', kill);
      if (!result.ok) kill();
      child.stdout?.destroy();
      resolve(result);
    };
    const kill = (): void => {
      killAll(child);
    };
    const limit = setTimeout(() => {
      end(failure('the signer did not answer in time'));
    }, limitMs);
    process.once('exit', kill);
    child.once('error', (error) => {
      end(failure(`the signer cannot be started (${codeOf(error)})`));
    });
    // Ignore write errors: the exit status says more.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(request);
    child.stdout?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) end(failure('the signer answered too much'));
      else chunks.push(chunk);
    });
    child.once('close', (code, signal) => {
      if (signal !== null) end(failure(`the signer was ended by ${signal}`));
      else if (code !== 0) end(failure(`the signer ended with ${String(code)}`));
      else end(success(Buffer.concat(chunks).toString('utf8')));
    });
  });
}

function killAll(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // The program has ended.
  }
}

function environment(): NodeJS.ProcessEnv {
  const kept = PASSED_ON.map((name) => [name, process.env[name]]).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(kept), PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8' } as NodeJS.ProcessEnv;
}
