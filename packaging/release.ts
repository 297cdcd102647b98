/**
 * The part of a release that all systems share: SBOM, licences, checksums and signature beside the
 * installers.
 */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { print, SetupError } from '../scripts/lib/log.ts';
import { LICENCES_FILE } from './contents.ts';
import { findSigningKey, removeSigned, signFile, signRpm } from './signing.ts';
import { electronPlacesOf, placesOf, wholeNameOf, type Target } from './targets.ts';
import { sha256 } from './tools.ts';

/** The unpacked program, the version that people read, the time of the sources. */
export type Source = { folder: string; version: string; time: Date };
/** `isFast`: hardly compressed, for tests. `texts`: of other files beside the installers, by ending. */
export type Options = {
  target: Target;
  isFast?: boolean;
  env?: NodeJS.ProcessEnv;
  texts?: Readonly<Record<string, string>>;
};
/** `at`: the file of an ending. */
type Making = Source & Required<Omit<Options, 'texts'>> & { at: (ending: string) => string };

/** The checksums of all files, beside them. */
const SUMS = 'SHA256SUMS';

/**
 * Makes every file that this machine can make, and reports the others.
 *
 * @param make the installers, and the text of the SBOM
 * @returns the files, the checksums and their signature at the end
 * @throws {SetupError} if it must not be made, or cannot be signed as requested
 */
export async function release(
  source: Source,
  into: string,
  { target, isFast = false, env = process.env, texts = {} }: Options,
  make: (making: Making) => Promise<[string[], string]>,
): Promise<string[]> {
  const { folder } = source;
  const { documents } = placesOf(target);
  if (!target.isCli)
    await refuseInspectable(path.join(folder, electronPlacesOf(target).executable));
  const key = await findSigningKey(env);
  const isFirst = target.platform === 'linux' && !target.isCli;
  const name = isFirst ? SUMS : `${SUMS}-${wholeNameOf(target)}`;
  // Never beside other files than their own, however this ends.
  removeSigned(path.join(into, name));
  const at = (ending: string) => path.join(into, path.basename(folder) + ending);
  const [files, sbom] = await make({ ...source, target, isFast, env, at });
  const licences = readFileSync(path.join(folder, documents, LICENCES_FILE), 'utf8');
  const written = { '.cdx.json': sbom, [`.${LICENCES_FILE}`]: licences, ...texts };
  for (const [ending, text] of Object.entries(written)) {
    writeFileSync(at(ending), text);
    files.push(at(ending));
  }
  return [...files, ...(await sumUp(files, into, { key, env, name }))];
}

/**
 * Makes files side by side, because each tool keeps one processor busy; files that cannot be made
 * here are skipped and reported.
 *
 * @returns the files, in the order of their makers. When one fails, the others have ended too
 */
export async function makeEach(makers: readonly Promise<string>[]): Promise<string[]> {
  const results = await Promise.allSettled(makers);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value];
    const error = result.reason;
    if (!(error instanceof SetupError)) throw error;
    const details = [error.why && `\n${error.why}`, error.remedy && ` (${error.remedy})`];
    print(`• left out: ${error.message}${details.filter(Boolean).join('')}`);
    return [];
  });
}

/** Writes the checksums of files, and signs them where there is a key. */
export async function sumUp(
  files: readonly string[],
  into: string,
  { key, env, name = SUMS }: { key: string | undefined; env: NodeJS.ProcessEnv; name?: string },
): Promise<string[]> {
  const sums = path.join(into, name);
  removeSigned(sums);
  // Before the checksums, because it changes the file.
  if (key !== undefined)
    for (const file of files) if (file.endsWith('.rpm')) await signRpm(file, key, env);
  const lines = files.map((file) => `${sha256(readFileSync(file))}  ${path.basename(file)}\n`);
  writeFileSync(sums, lines.sort().join(''));
  if (key !== undefined) return [sums, await signFile(sums, key, env)];
  print('• not signed: GATEHOUSE_SIGNING_KEY is not set');
  return [sums];
}

/** By the fuse, not by the name: a copy that can be debugged is never given away, nor signed. */
async function refuseInspectable(executable: string) {
  const wire = await getCurrentFuseWire(executable);
  if (wire[FuseV1Options.EnableNodeCliInspectArguments] === FuseState.DISABLE) return;
  throw new SetupError('A program that can be debugged is neither packed nor signed.', {
    why: 'its inspect fuse is on: it is a copy for Playwright',
    remedy: 'npm run package',
  });
}
