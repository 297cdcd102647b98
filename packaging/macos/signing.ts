/**
 * Signs the application for macOS by rcodesign: with a key from the environment, or ad hoc. An ad
 * hoc signature has no identity: Apple processors refuse programs without a signature, and
 * Gatekeeper treats this one as unknown.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { rcodesign } from './rcodesign.ts';
import { SetupError } from '../../scripts/lib/log.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { tail } from '../../scripts/lib/run.ts';
import { runTool } from '../tools.ts';

/**
 * A PKCS#12 file with the key and the certificate "Developer ID Application", and a file with its
 * password.
 */
const KEY = 'GATEHOUSE_MAC_SIGNING_KEY';
const PASSWORD_FILE = 'GATEHOUSE_MAC_SIGNING_PASSWORD_FILE';
/** A time stamp server, or `none`; Apple's by default, which its notary wants. */
const TIMESTAMP = 'GATEHOUSE_MAC_SIGNING_TIMESTAMP';
const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map(
  (kind) => `Contents/Frameworks/Gatehouse Helper${kind}.app`,
);

const IDENTIFIER = 'dev.gatehouse.desktop';

/** The arguments that say with what to sign. */
type MacSigner = readonly string[];

/**
 * @returns undefined where it is to be signed ad hoc
 * @throws {SetupError} if it names a missing file
 */
export function findMacSigner(env: NodeJS.ProcessEnv): MacSigner | undefined {
  const key = env[KEY];
  if (!key) return undefined;
  for (const name of [KEY, PASSWORD_FILE]) {
    const file = env[name];
    if (!file || !existsSync(file))
      throw new SetupError(`${name} names a file that does not exist.`, {
        why: file ?? 'it is not set',
      });
  }
  const stamp = env[TIMESTAMP] ? ['--timestamp-url', env[TIMESTAMP]] : [];
  return ['--p12-file', key, '--p12-password-file', String(env[PASSWORD_FILE]), ...stamp];
}

/** Signs the application and everything in it, and reads it back. */
export async function signApp(app: string, signer: MacSigner | undefined) {
  const about = {
    makes: 'signature of the application',
    from: '(nothing): cargo install apple-codesign',
  };
  const runtime = signer ? [...signer, '--code-signature-flags', 'runtime'] : [];
  // Resources are sealed as they are: a program among them is signed before.
  const launcher = path.join(app, 'Contents', 'Resources', 'bin', 'gatehouse');
  await runTool(rcodesign(), ['sign', ...runtime, launcher], about);
  await runTool(rcodesign(), ['sign', ...(signer ? hardened(signer) : []), app], about);
  const main = path.join(app, 'Contents', 'MacOS', path.basename(app, '.app'));
  // Its command `verify` takes an ad hoc signature for a broken one.
  const info = await runTool(rcodesign(), ['print-signature-info', main], about);
  const isAdHoc = /^ +flags:.*ADHOC/m.test(info);
  if (!info.includes(`identifier: ${IDENTIFIER}`) || isAdHoc !== (signer === undefined))
    throw new SetupError('The signature of the application is wrong.', {
      why: tail(info, 30),
    });
}

/**
 * With a certificate: the hardened runtime, which Apple's notary wants, and the entitlements that
 * Chromium needs.
 */
function hardened(signer: MacSigner) {
  const entitlements = inRoot('packaging', 'macos', 'entitlements.plist');
  const scoped = HELPERS.flatMap((helper) => [
    '--code-signature-flags',
    `${helper}:runtime`,
    '--entitlements-xml-file',
    `${helper}:${entitlements}`,
  ]);
  return [
    ...signer,
    '--code-signature-flags',
    'runtime',
    '--entitlements-xml-file',
    entitlements,
    ...scoped,
  ];
}
