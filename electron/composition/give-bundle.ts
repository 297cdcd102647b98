import { resolve } from 'node:path';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import type { Setup } from '../doctor/setup.ts';
import { isNameTaken, writeNewFile } from '../doctor/write-new-file.ts';
import type { Secret } from '../network/redact.ts';
import { bundleText } from './bundle-text.ts';

const TAKEN = 'exists already, and is not replaced';

/** Prints a message if the path exists. */
export function isTaken(path: string): boolean {
  const isThere = isNameTaken(path);
  if (isThere) say(path, TAKEN);
  return isThere;
}

type Looked = Readonly<{ setup: Setup; report: DoctorReport; secrets: readonly Secret[] }>;

/** Prints the bundle, then writes it. @returns whether the file was written */
export function giveBundle(
  path: string,
  logFile: string | null,
  { setup, report, secrets }: Looked,
): boolean {
  // Hide stored secrets: an older log may hold a token of the key store.
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
  process.stderr.write(
    `gatehouse: --bundle: ${path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')} ${what}\n`,
  );
}
