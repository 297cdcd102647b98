import { resolve } from 'node:path';
import { isNameTaken, writeNewFile } from './write-new-file.ts';

const TAKEN = 'exists already, and is not replaced';

/** Whether the path exists; if so, prints a message. */
export function isTaken(path: string): boolean {
  const isThere = isNameTaken(path);
  if (isThere) print(path, TAKEN);
  return isThere;
}

/**
 * Prints the bundle's text, then writes it: the person reads the same text that the file holds.
 *
 * @returns whether the file was written
 */
export function giveBundle(path: string, text: string): boolean {
  process.stdout.write(text);
  const written = writeNewFile(resolve(path), text);
  print(path, written.ok ? 'holds the report above: read it before you pass it on' : written.error);
  return written.ok;
}

function print(path: string, message: string): void {
  process.stderr.write(
    `gatehouse: --bundle: ${path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')} ${message}\n`,
  );
}
