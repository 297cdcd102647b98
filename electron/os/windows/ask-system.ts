import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { failure, success, type Result } from '../../../shared/result.ts';
import { codeOf } from '../../files/code-of.ts';
import { parsedJson } from '../../files/parsed-json.ts';
import { firstLine } from '../first-line.ts';

/** Helper program for information that Node cannot read. */
const PROGRAM = 'gatehouse-system.exe';

/** The longest wait for an answer: enough for files on a slow disk. */
const LIMIT_MS = 15_000;
/** Room for a registry policy of 1 MiB in hexadecimal digits. */
const MAX_ANSWER_BYTES = 4_194_304;

const hex = z.string().check(z.regex(/^(?:[\da-f]{2})*$/));
const path = z.string().check(z.minLength(1));
const digits = z.string().check(z.regex(/^\d{1,20}$/));

const fileLook = z.strictObject({
  path,
  /** Error code of Windows; 0 for success. Without success, only this and `path` are valid. */
  error: z.int().check(z.minimum(0)),
  attributes: z.int(),
  /** The volume's serial number and the file's number: `dev` and `ino` of `fstat`. */
  volume: digits,
  number: digits,
  /** A self-relative security descriptor (MS-DTYP 2.4.6), with owner and access control list. */
  security: hex,
});

const user = z.strictObject({ sid: hex, account: z.string() });

const start = z.strictObject({
  user,
  programData: path,
  /** Values below `HKLM\Software\Policies\Gatehouse` (64-bit view); null without the key. */
  policy: z.nullable(
    z.array(z.strictObject({ key: z.string(), name: z.string(), type: z.int(), data: hex })),
  ),
  /** Folders from the root to the managed file, then the file itself. Each may be missing. */
  managed: z.array(fileLook).check(z.minLength(3)),
});
const files = z.strictObject({ user, files: z.array(fileLook) });
const upn = z.strictObject({ user, upn: z.nullable(z.string()) });

/** Attributes and access rights of a file or folder, or the error. */
export type FileLook = z.infer<typeof fileLook>;
/** `key` is the path below the key of the policy. */
export type RegistryValue = NonNullable<z.infer<typeof start>['policy']>[number];
export type SystemStart = z.infer<typeof start>;
type UserAndFiles = z.infer<typeof files>;

export type SystemFault = Readonly<{ program: string; reason: string }>;

/** Queries to Windows, each in a new process. */
export type WindowsSystem = Readonly<{
  /** What a start needs to know: the user, and what may be the managed configuration. */
  start: () => Result<SystemStart, SystemFault>;
  /**
   * Attributes and access rights, in the order of `paths`. `files` reads a link itself, `behind`
   * its target.
   */
  files: (
    paths: readonly string[],
    links?: 'files' | 'behind',
  ) => Result<UserAndFiles, SystemFault>;
  /** The user principal name; null without one. Windows may ask the network for it. */
  upn: () => Result<z.infer<typeof upn>, SystemFault>;
}>;

/** Runs the helper beside our executable, without a shell and with an empty environment. */
// SECURITY: SEC-60 run only our own helper, never from PATH; refuse an invalid answer.
export function windowsSystem(executable = process.execPath, limitMs = LIMIT_MS): WindowsSystem {
  const folder = dirname(executable);
  const program = join(folder, PROGRAM);
  const ask = <Answer>(
    schema: z.ZodMiniType<Answer>,
    ...question: string[]
  ): Result<Answer, SystemFault> => {
    const { error, status, stdout, stderr } = spawnSync(program, question, {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_ANSWER_BYTES,
      shell: false,
      windowsHide: true,
    });
    const refuse = (reason: string): Result<never, SystemFault> => failure({ program, reason });
    if (error !== undefined) return refuse(faultOf(error));
    if (status !== 0) return refuse(`failed (${reasonIn(stderr, status)}); start Gatehouse again`);
    const answer = parsedJson(schema, stdout.toString('utf8'));
    return answer === null ? refuse(INVALID) : success(answer);
  };
  return {
    start: () => ask(start, 'start'),
    files: (paths, links = 'files') => {
      const answer = ask(files, links, ...paths);
      if (!answer.ok) return answer;
      const answeredPaths = answer.value.files.map((look) => look.path);
      const areAllAnswered =
        answeredPaths.length === paths.length &&
        answeredPaths.every((answered, index) => answered === paths[index]);
      return areAllAnswered ? answer : failure({ program, reason: INVALID });
    },
    upn: () => ask(upn, 'upn'),
  };
}

const INSTALL_AGAIN = 'install Gatehouse again';
const INVALID = `gave no valid answer; ${INSTALL_AGAIN}`;

/** The reason for an error of `spawnSync`; ENOBUFS is an answer above `MAX_ANSWER_BYTES`. */
function faultOf(error: Error): string {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT') return 'did not answer in time; start Gatehouse again';
  if (code === 'ENOBUFS') return `answered too much; ${INSTALL_AGAIN}`;
  return `cannot be started (${code}); ${INSTALL_AGAIN}`;
}

/** The first line of standard error; without one, the exit code. */
function reasonIn(stderr: Buffer, status: number | null): string {
  const message = firstLine(stderr);
  return message === '' ? `exit code ${String(status)}` : message;
}
