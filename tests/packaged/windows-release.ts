/**
 * The package for Windows as set-up leaves it, a small program of the same shape, and a certificate
 * made for a test.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nativeFolder, withoutPrograms } from '../support/native/native-tools.ts';
import { hasProgram } from './installers.ts';

export const WINDOWS = { platform: 'win32', arch: 'x64' } as const;
/** A second that no clock shows now. */
export const TIME = new Date('2026-02-03T04:05:06Z');

const note = path.resolve(import.meta.dirname, '..', '..', '.toolchain', 'packaged-win32-x64.json');
const TOOLS = {
  makensis: 'nsis',
  wixl: 'wixl',
  msibuild: 'msitools',
  osslsigncode: 'osslsigncode',
};

/**
 * The unpacked program for Windows, or the reason that it is absent or that no installer can be
 * made of it.
 */
export function findWindowsPackage(): Readonly<{ folder: string; reason: string }> {
  const lacking = Object.keys(TOOLS).filter((tool) => !hasProgram(tool));
  const none = { folder: '' };
  if (lacking.length > 0)
    return {
      ...none,
      reason: `there is no ${lacking.join(', ')}: sudo apt-get install ${Object.values(TOOLS).join(' ')}`,
    };
  if (withoutPrograms !== '') return { ...none, reason: withoutPrograms };
  if (!existsSync(note))
    return { ...none, reason: '`npm run package -- --win` makes the package for Windows' };
  const { folder } = JSON.parse(readFileSync(note, 'utf8')) as { folder: string };
  return existsSync(folder)
    ? { folder, reason: '' }
    : { ...none, reason: `the package is gone: ${folder}` };
}

/** A program for Windows in small: the places of the real one, our programs, and texts for the rest. */
export function makeSmallTree(texts: Readonly<Record<string, string>> = {}): string {
  const tree = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-small-'));
  const write = (place: string, text: string): void => {
    mkdirSync(path.dirname(path.join(tree, place)), { recursive: true });
    writeFileSync(path.join(tree, place), text);
  };
  for (const [place, text] of Object.entries({
    'Gatehouse.exe': 'the program',
    'resources/app.asar': 'its archive',
    'locales/de.pak': 'ü',
    ...texts,
  }))
    write(place, text);
  mkdirSync(path.join(tree, 'bin'));
  for (const [from, to] of [
    ['gatehouse.exe', 'bin/gatehouse.exe'],
    ['gatehousew.exe', 'bin/gatehousew.exe'],
    ['gatehouse-system.exe', 'gatehouse-system.exe'],
    ['gatehouse-setup.exe', 'gatehouse-setup.exe'],
  ] as const)
    copyFileSync(path.join(nativeFolder, from), path.join(tree, to));
  return tree;
}

/** Makes a certificate for signing programs, trusted by this test only. */
export function makeCertificate(
  folder: string,
): Readonly<{ env: NodeJS.ProcessEnv; authority: string }> {
  const at = (name: string): string => path.join(folder, name);
  const subject = ['-subj', '/CN=Gatehouse test', '-addext', 'extendedKeyUsage=codeSigning'];
  const key = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    at('key.pem'),
    '-out',
    at('certificate.pem'),
  ];
  execFileSync('openssl', ['req', ...key, '-days', '30', ...subject], { stdio: 'ignore' });
  writeFileSync(at('password'), 'a password');
  const files = ['-inkey', at('key.pem'), '-in', at('certificate.pem'), '-out', at('key.p12')];
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `file:${at('password')}`]);
  return {
    env: {
      GATEHOUSE_WINDOWS_SIGNING_KEY: at('key.p12'),
      GATEHOUSE_WINDOWS_SIGNING_PASSWORD_FILE: at('password'),
    },
    authority: at('certificate.pem'),
  };
}
