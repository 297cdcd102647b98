/**
 * Signs the output of `npm run package` with a key that GnuPG has: a detached signature of
 * SHA256SUMS, and the one that rpm keeps inside. The key itself never passes through here: it may
 * be on a card or in an agent.
 */
import { rmSync } from 'node:fs';
import { SetupError } from '../scripts/lib/log.ts';
import { run, tail } from '../scripts/lib/run.ts';
import { runTool } from './tools.ts';

const VARIABLE = 'GATEHOUSE_SIGNING_KEY';

/**
 * The key to sign with: the fingerprint that GATEHOUSE_SIGNING_KEY names, of a secret key in
 * GnuPG's keyring (GNUPGHOME says which keyring).
 *
 * @returns in capitals; undefined where the variable is not set
 * @throws SetupError if it names no key that can sign. A requested signature is never skipped.
 */
export async function findSigningKey(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const given = env[VARIABLE];
  if (given === undefined || given === '') return undefined;
  const fingerprint = given.replace(/^0x/i, '').replaceAll(' ', '').toUpperCase();
  // A shorter id is ambiguous.
  if (!/^[0-9A-F]{40}([0-9A-F]{24})?$/.test(fingerprint))
    throw new SetupError(`${VARIABLE} is not the whole fingerprint of a key.`, {
      remedy: 'gpg --list-secret-keys says it: 40 hexadecimal digits',
    });
  const found = await run('gpg', ['--batch', '--with-colons', '--list-secret-keys', fingerprint], {
    env,
  });
  if (found.missing)
    throw new SetupError('Signing is impossible: gpg is missing.', {
      remedy: 'sudo apt-get install gnupg',
    });
  if (found.code !== 0)
    throw new SetupError(`${VARIABLE} names a key that GnuPG does not have.`, {
      why: tail(found.output, 3),
    });
  // sec:VALIDITY:…:CAPABILITIES, capitals for the key with all its subkeys (doc/DETAILS of GnuPG)
  const fields = /^sec:.*$/m.exec(found.output)?.[0].split(':') ?? [];
  if (/^[erid]/.test(fields[1] ?? '') || !(fields[11] ?? '').includes('S'))
    throw new SetupError(`${VARIABLE} names a key that cannot sign.`, {
      why: 'it has expired, was revoked, or is not made for signing',
    });
  return fingerprint;
}

/**
 * Signs an rpm; its bytes change.
 *
 * @throws SetupError
 */
export async function signRpm(file: string, key: string, env: NodeJS.ProcessEnv): Promise<void> {
  // rpm calls gpg by its path alone, and distributions disagree about it.
  const defines = [`_gpg_name ${key}`, '__gpg %(command -v gpg)'];
  await runTool('rpmsign', ['--addsign', ...defines.flatMap((one) => ['--define', one]), file], {
    makes: 'signature of the rpm',
    from: 'rpm',
    env,
  });
}

/**
 * Writes `FILE.asc`, and reads it back: a signature by another key is invalid.
 *
 * @returns the signature's file
 * @throws SetupError
 */
export async function signFile(file: string, key: string, env: NodeJS.ProcessEnv): Promise<string> {
  const signature = signatureOf(file);
  const how = ['--batch', '--yes', '--armor', '--detach-sign', '--local-user', key];
  await runTool('gpg', [...how, '--output', signature, file], {
    makes: 'signature',
    from: 'gnupg',
    env,
  });
  await verifyFile(file, key, env);
  return signature;
}

/**
 * Whether `FILE.asc` is a good signature of the file by this key.
 *
 * @param key its fingerprint
 * @throws SetupError where it is not
 */
export async function verifyFile(file: string, key: string, env: NodeJS.ProcessEnv): Promise<void> {
  const args = ['--batch', '--status-fd', '1', '--verify', signatureOf(file), file];
  const { code, output } = await run('gpg', args, { env });
  // VALIDSIG FINGERPRINT … FINGERPRINT-OF-THE-PRIMARY-KEY
  const signers = /^\[GNUPG:\] VALIDSIG (\S+) .*?(\S+)$/m.exec(output)?.slice(1) ?? [];
  if (code !== 0 || !signers.includes(key))
    throw new SetupError(`The signature of ${file} is not a good one by ${key}.`, {
      why: tail(output, 4),
    });
}

/** Removes a file and its signature: those of something older that had this name. */
export function removeSigned(file: string): void {
  for (const one of [file, signatureOf(file)]) rmSync(one, { force: true });
}

const signatureOf = (file: string): string => `${file}.asc`;
