/**
 * The signature of the checksums: made with a key for the test, verified by gpg. That of the rpm:
 * release.test.ts.
 */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sumUp } from '../../packaging/release.ts';
import { findSigningKey, verifyFile } from '../../packaging/signing.ts';
import { hasProgram } from './installers.ts';
import { makeKeyring, type Keyring } from './signing-key.ts';

const reason = hasProgram('gpg') ? '' : 'there is no gpg: sudo apt-get install gnupg';
const VARIABLE = 'GATEHOUSE_SIGNING_KEY';

describe.skipIf(reason !== '')(`the signature${reason && ` (skipped: ${reason})`}`, () => {
  let keyring: Keyring;
  let publicOnly: Keyring;
  let key = '';
  let other = '';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-signing-'));
  const installer = path.join(folder, 'one.deb');
  const sums = path.join(folder, 'SHA256SUMS');

  beforeAll(async () => {
    keyring = makeKeyring();
    key = await keyring.makeKey('release');
    other = await keyring.makeKey('other');
    publicOnly = makeKeyring();
    const exported = path.join(folder, 'key.asc');
    await keyring.gpg('--armor', '--output', exported, '--export', key);
    await publicOnly.gpg('--import', exported);
    writeFileSync(installer, 'an installer');
  }, 60_000);

  afterAll(async () => {
    await keyring.remove();
    await publicOnly.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const sign = (by: string | undefined): Promise<string[]> =>
    sumUp([installer], folder, { key: by, env: keyring.env });

  it('signs checksums that gpg verifies with the public key alone', async () => {
    expect(await findSigningKey({ ...keyring.env, [VARIABLE]: key })).toBe(key);
    expect(await sign(key)).toEqual([sums, `${sums}.asc`]);
    expect(readFileSync(sums, 'utf8')).toMatch(/^[0-9a-f]{64} {2}one\.deb\n$/);
    expect(readFileSync(`${sums}.asc`, 'utf8')).toMatch(/^-----BEGIN PGP SIGNATURE-----/);
    await publicOnly.gpg('--verify', `${sums}.asc`, sums);
    await verifyFile(sums, key, publicOnly.env);
  });

  it('rejects the signature of checksums that were changed', async () => {
    await sign(key);
    appendFileSync(sums, `${'0'.repeat(64)}  two.deb\n`);
    await expect(verifyFile(sums, key, keyring.env)).rejects.toThrow('is not a good one');
    await expect(publicOnly.gpg('--verify', `${sums}.asc`, sums)).rejects.toThrow('BAD signature');
  });

  it('rejects a signature by another key, though that key is known', async () => {
    await sign(other);
    await keyring.gpg('--verify', `${sums}.asc`, sums);
    await expect(verifyFile(sums, key, keyring.env)).rejects.toThrow('is not a good one');
  });

  it('signs nothing without a key, says so, and removes an older signature', async () => {
    await sign(key);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await findSigningKey({ ...keyring.env, [VARIABLE]: '' })).toBeUndefined();
      expect(await sign(undefined)).toEqual([sums]);
      expect(said.mock.calls.join('')).toContain('not signed: GATEHOUSE_SIGNING_KEY is not set');
    } finally {
      said.mockRestore();
    }
    expect(existsSync(`${sums}.asc`)).toBe(false);
  });

  it('refuses to sign with a key that is not there, or not named whole', async () => {
    const find = (value: string, { env } = keyring): Promise<string | undefined> =>
      findSigningKey({ ...env, [VARIABLE]: value });
    const strange = `${key.startsWith('0') ? '1' : '0'}${key.slice(1)}`;
    await expect(find(strange)).rejects.toThrow('a key that GnuPG does not have');
    await expect(find(key, publicOnly)).rejects.toThrow('a key that GnuPG does not have');
    for (const part of [key.slice(-16), 'release@example.test', `${key}0`, '--yes'])
      await expect(find(part), part).rejects.toThrow('not the whole fingerprint');
    const spaced = `0x${key.toLowerCase()}`;
    expect(await find(spaced)).toBe(key);
  });

  it('refuses to sign with a key that has expired', async () => {
    const old = await keyring.makeKey('old', '--faked-system-time', '20200101T000000');
    await expect(findSigningKey({ ...keyring.env, [VARIABLE]: old })).rejects.toThrow(
      'a key that cannot sign',
    );
  });
});
