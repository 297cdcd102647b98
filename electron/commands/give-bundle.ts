import { lstatSync } from 'node:fs';
import { arch, homedir, hostname, release, userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { makeBundle, type BundleFacts } from '../doctor/bundle.ts';
import type { Setup } from '../doctor/setup.ts';
import { writeNewFile } from '../doctor/write-new-file.ts';
import { readLogTail } from '../log/read-log-tail.ts';
import type { Secret } from '../network/redact.ts';
import { program } from '../platform/program.ts';

/** So many lines of the log say what the last logins came to. */
const LOG_LINES = 200;
const TAKEN = 'exists already, and is not replaced';

/** Whether something is at this place: nothing of it is replaced, a link to nowhere included. Says so. */
export function isTaken(path: string): boolean {
  // Whatever else is wrong with the place is said when it is written.
  const isThere = attempt(() => lstatSync(path)) !== null;
  if (isThere) say(path, TAKEN);
  return isThere;
}

type Looked = Readonly<{ setup: Setup; report: DoctorReport; secrets: readonly Secret[] }>;

/**
 * Shows the bundle on standard output, then writes exactly that.
 *
 * @param logFile the log whose end belongs to it
 * @returns whether it was written; why not is said on standard error
 */
export function giveBundle(
  path: string,
  logFile: string | null,
  { setup, report, secrets }: Looked,
): boolean {
  const { config, credentials } = setup;
  const token = config.ok ? (config.value.service.systemToken ?? '') : '';
  // The log may be of another day, and hold a token that is in the key store alone.
  const stored = credentials?.ok === true ? credentials.value.secrets() : [];
  const hidden = {
    secrets: [{ text: token, shownAs: '[system token]' }, ...stored, ...secrets],
    home: homedir(),
    names: [attempt(() => userInfo().username) ?? '', hostname()],
  };
  const log = logFile === null ? null : readLogTail(resolve(logFile), LOG_LINES);
  const text = `${JSON.stringify(makeBundle(factsHere(), setup, report, log, hidden), null, 2)}\n`;
  process.stdout.write(text);
  const written = writeNewFile(resolve(path), text);
  say(path, written.ok ? 'holds what is shown above: read it before you pass it on' : written.error);
  return written.ok;
}

/** Versions and kinds of what runs here. */
function factsHere(): BundleFacts {
  const { electron, chrome, node } = process.versions;
  const { WAYLAND_DISPLAY: wayland, DISPLAY: x11, XDG_CURRENT_DESKTOP: desktop = '' } = process.env;
  return {
    time: new Date(),
    program: { gatehouse: program.version(), electron, chrome, node, isPackaged: program.isPackaged() },
    platform: {
      system: process.platform,
      release: release(),
      arch: arch(),
      desktop,
      display: wayland ? 'wayland' : x11 ? 'x11' : '',
    },
  };
}

function say(path: string, what: string): void {
  process.stderr.write(`gatehouse: --bundle: ${path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')} ${what}\n`);
}

function attempt<Value>(look: () => Value): Value | null {
  try {
    return look();
  } catch {
    return null;
  }
}
