/**
 * Signs programs, setup.exe and MSI for Windows (Authenticode) by osslsigncode. The key is in a
 * PKCS#12 file or behind PKCS#11 (a card, a key service); it never passes through here, and no
 * password is on a command line.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Format, NtExecutable } from 'resedit';
import { print, SetupError } from '../../scripts/lib/log.ts';
import { runTool } from '../tools.ts';

/** A PKCS#12 file, or the URI of a key by PKCS#11. */
const KEY = 'GATEHOUSE_WINDOWS_SIGNING_KEY';
/** A file with the password, or the PIN, on one line. */
const PASSWORD_FILE = 'GATEHOUSE_WINDOWS_SIGNING_PASSWORD_FILE';
/** With PKCS#11: the certificates as PEM, and the library of the card's maker. */
const CERTIFICATES = 'GATEHOUSE_WINDOWS_SIGNING_CERTIFICATES';
const MODULE = 'GATEHOUSE_WINDOWS_SIGNING_MODULE';
/** A time stamp server (RFC 3161): without it a signature ends with its certificate. */
const TIMESTAMP = 'GATEHOUSE_WINDOWS_SIGNING_TIMESTAMP';

/** The arguments that say with what to sign. */
export type WindowsSigner = readonly string[];

/**
 * The signing arguments, from the environment.
 *
 * @returns undefined without a key
 * @throws {SetupError} if it names a missing file. A requested signature is never skipped.
 */
export function findWindowsSigner(env: NodeJS.ProcessEnv): WindowsSigner | undefined {
  const key = env[KEY];
  if (!key) return undefined;
  const files = [PASSWORD_FILE, CERTIFICATES, MODULE];
  const isCard = key.startsWith('pkcs11:');
  for (const name of isCard ? files : [KEY, ...files]) {
    const file = env[name];
    if (file && !existsSync(file))
      throw new SetupError(`${name} names a file that does not exist.`, { why: file });
  }
  const given: (option: string, name: string) => string[] = (option, name) =>
    env[name] ? [option, env[name]] : [];
  if (isCard && !(env[CERTIFICATES] && env[MODULE]))
    throw new SetupError(`A key by PKCS#11 needs ${CERTIFICATES} and ${MODULE}.`);
  const source = isCard
    ? [...given('-pkcs11module', MODULE), '-key', key, ...given('-certs', CERTIFICATES)]
    : ['-pkcs12', key];
  if (!env[TIMESTAMP]) print(`• ${TIMESTAMP} is not set: the signatures end with the certificate`);
  return [...source, ...given('-readpass', PASSWORD_FILE), ...given('-ts', TIMESTAMP)];
}

/** Whether a program has a signature already: not ours, it is its maker's. */
export function isSigned(program: Buffer) {
  const directories = NtExecutable.from(program, { ignoreCert: true }).newHeader
    .optionalHeaderDataDirectory;
  return directories.get(Format.ImageDirectoryEntry.Security).size > 0;
}

/** The command that signs a file in place, for makensis to run on its uninstaller. */
export const signCommand = (signer: WindowsSigner) => signArguments(signer, '%1', '%1.signed');

const signArguments = (signer: WindowsSigner, from: string, to: string) =>
  ['sign', signer, '-h', 'sha256', '-n', 'Gatehouse', '-in', from, '-out', to].flat();

/** Signs a file in place. */
export async function signWindowsFile(file: string, signer: WindowsSigner) {
  const signed = `${file}.signed`;
  rmSync(signed, { force: true });
  await runTool('osslsigncode', signArguments(signer, file, signed), {
    makes: `signature of ${path.basename(file)}`,
    from: 'osslsigncode',
  });
  renameSync(signed, file);
}
