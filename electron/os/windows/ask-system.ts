import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { failure, success, type Result } from '../../../shared/result.ts';
import { codeOf } from '../code-of.ts';

/** The program for facts that Node cannot read: a file's owner, registry values, the logged-on user. */
const PROGRAM = 'gatehouse-system.exe';

/** The limit of one start, many times its usual duration: a file may lie on a slow disk. */
const LIMIT_MS = 15_000;
/** The longest answer that is read: a registry policy of 1 MiB as hexadecimal digits, with room for the rest. */
const MAX_ANSWER_BYTES = 4_194_304;
const LONGEST_REASON = 200;

const hex = z.string().check(z.regex(/^(?:[\da-f]{2})*$/));
const path = z.string().check(z.minLength(1));
const digits = z.string().check(z.regex(/^\d{1,20}$/));

const fileLook = z.strictObject({
  path,
  /** The Windows error that it cannot be looked at with; 0 where it can, and only then the rest says anything. */
  error: z.int().check(z.minimum(0)),
  /** FILE_ATTRIBUTE_*. */
  attributes: z.int(),
  /** Serial number of the volume, and the file's number there: as `fstat` has them in `dev` and `ino`. */
  volume: digits,
  number: digits,
  /** The self-relative security descriptor: owner and DACL. */
  security: hex,
});

const user = z.strictObject({ sid: hex, account: z.string() });

/** The questions: at the start of the program, about files, about the person's principal name. */
const start = z.strictObject({
  user,
  /** The folder that Windows knows as ProgramData. */
  programData: path,
  /** The values below `HKLM\Software\Policies\Gatehouse`, 64-bit view; null where that key does not exist. */
  policy: z.nullable(
    z.array(z.strictObject({ key: z.string(), name: z.string(), type: z.int(), data: hex })),
  ),
  /** The managed file and each folder above it, the highest first, whether it exists or not. */
  managed: z.array(fileLook).check(z.minLength(3)),
});
const files = z.strictObject({ user, files: z.array(fileLook) });
const upn = z.strictObject({ user, upn: z.nullable(z.string()) });

/** The look at a file or folder: its kind, identity and access rights, or the error instead. */
export type FileLook = z.infer<typeof fileLook>;
/** A value of the registry, as it stands there. `key`: the path below the policy's own key. */
export type RegistryValue = NonNullable<z.infer<typeof start>['policy']>[number];
export type SystemStart = z.infer<typeof start>;
type FoundFiles = z.infer<typeof files>;

/** Why the program has no answer; the request is then refused. */
export type SystemFault = Readonly<{ program: string; reason: string }>;

/** The questions that Windows answers. Each is one start of the program. */
export type WindowsSystem = Readonly<{
  /** The facts for a start of Gatehouse, asked once. */
  start: () => Result<SystemStart, SystemFault>;
  /** The user, and files and folders in this order: looks at a link itself, or with `behind` at its target. */
  files: (paths: readonly string[], links?: 'files' | 'behind') => Result<FoundFiles, SystemFault>;
  /** The person's user principal name; null for an account without one. May ask the network for it. */
  upn: () => Result<z.infer<typeof upn>, SystemFault>;
}>;

/**
 * Asks by starting the program, which lies beside the running one: by its whole path, without a shell, with an empty
 * environment. An answer that does not match the schema exactly is a fault.
 *
 * @param executable the absolute path of the running program
 * @param limitMs how long one start may take
 */
// SECURITY: SEC-60 only our own program answers for Windows, found without PATH; an invalid answer is refused.
export function windowsSystem(executable = process.execPath, limitMs = LIMIT_MS): WindowsSystem {
  const folder = dirname(executable);
  const program = join(folder, PROGRAM);
  const ask = <Answer>(schema: z.ZodMiniType<Answer>, ...question: string[]): Result<Answer, SystemFault> => {
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
    const answer = parse(stdout, schema);
    return answer === null ? refuse(INVALID) : success(answer);
  };
  return {
    start: () => ask(start, 'start'),
    files: (paths, links = 'files') => {
      const found = ask(files, links, ...paths);
      const isOther = ({ path }: FileLook, index: number): boolean => path !== paths[index];
      if (!found.ok || (found.value.files.length === paths.length && !found.value.files.some(isOther)))
        return found;
      return failure({ program, reason: INVALID });
    },
    upn: () => ask(upn, 'upn'),
  };
}

const INSTALL = 'install Gatehouse again';
const INVALID = `gave no valid answer; ${INSTALL}`;

function faultOf(error: Error): string {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT') return 'did not answer in time; start Gatehouse again';
  if (code === 'ENOBUFS') return `answered too much; ${INSTALL}`;
  return `cannot be started (${code}); ${INSTALL}`;
}

/** The program's own message: one line of printable ASCII, without terminal sequences. */
function reasonIn(stderr: Buffer, status: number | null): string {
  const [line = ''] = stderr.toString('utf8').split(/[\r\n]/);
  const said = line.replace(/[^\x20-\x7e]/g, ' ').slice(0, LONGEST_REASON);
  return said === '' ? `exit code ${String(status)}` : said;
}

function parse<Answer>(bytes: Buffer, schema: z.ZodMiniType<Answer>): Answer | null {
  try {
    const answer = schema.safeParse(JSON.parse(bytes.toString('utf8')));
    return answer.success ? answer.data : null;
  } catch {
    return null;
  }
}
