import { resolve } from 'node:path';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import type { Setup } from '../doctor/setup.ts';
import { isNameTaken, writeNewFile } from '../doctor/write-new-file.ts';
import type { Secret } from '../network/redact.ts';
import { bundleText } from './bundle-text.ts';

const TAKEN = 'exists already, and is not replaced';

/** Whether the path exists, a dangling link included: it is not replaced. Prints a message if so. */
export function isTaken(path: string): boolean {
  const isThere = isNameTaken(path);
  if (isThere) say(path, TAKEN);
  return isThere;
}

type Looked = Readonly<{ setup: Setup; report: DoctorReport; secrets: readonly Secret[] }>;

/**
 * Prints the bundle on standard output, then writes exactly that text to the file.
 *
 * @param logFile the log; its last lines go into the bundle
 * @returns whether it was written; prints a failure on standard error
 */
export function giveBundle(
  path: string,
  logFile: string | null,
  { setup, report, secrets }: Looked,
): boolean {
  // The log may be of another day, and hold a token that is in the key store alone.
  const stored = setup.credentials?.ok === true ? setup.credentials.value.secrets() : [];
  const text = bundleText(setup, report, {
    logFile: logFile === null ? null : resolve(logFile),
    secrets: [...stored, ...secrets],
  });
  process.stdout.write(text);
  const written = writeNewFile(resolve(path), text);
  say(path, written.ok ? 'holds the report above: read it before you pass it on' : written.error);
  return written.ok;
}

function say(path: string, what: string): void {
  process.stderr.write(`gatehouse: --bundle: ${path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')} ${what}\n`);
}
