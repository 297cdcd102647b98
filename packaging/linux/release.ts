/**
 * Every file of `npm run package` on Linux beside the unpacked program: installers, SBOM, licences, conformance report,
 * checksums.
 */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { conformanceReport } from '../../scripts/docs/accessibility/conformance.ts';
import { say, SetupError } from '../../scripts/lib/log.mjs';
import { contentsOf, LICENCES_FILE } from '../contents.ts';
import { FORMATS, makePackage, type FormatName } from './formats.mjs';
import { sbomOf } from '../sbom.ts';
import { findSigningKey, removeSigned, signFile, signRpm } from '../signing.mjs';
import { sha256 } from '../tools.mjs';

/** The checksums of all files, beside them. */
const SUMS = 'SHA256SUMS';

/**
 * Makes every file that this machine can make, and reports the others.
 * @returns the files, the checksums and their signature at the end
 * @throws {SetupError} if it must not be made, or cannot be signed as requested
 */
export async function makeRelease(
  source: { folder: string; version: string; time: Date },
  into: string,
  {
    arch,
    isFast = false,
    env = process.env,
  }: { arch: 'x64' | 'arm64'; isFast?: boolean; env?: NodeJS.ProcessEnv },
): Promise<string[]> {
  const { folder, time } = source;
  await refuseInspectable(path.join(folder, 'gatehouse'));
  const key = await findSigningKey(env);
  // Never beside other files than their own, however this ends.
  removeSigned(path.join(into, SUMS));
  const program = { ...source, sbom: sbomOf(contentsOf(folder), { folder, time }) };
  const at = (ending: string) => path.join(into, `${path.basename(folder)}.${ending}`);
  const names = Object.keys(FORMATS) as FormatName[];
  const made = await makeEach(names.map((name) => () => makePackage(name, program, into, { arch, isFast })));
  writeFileSync(at('cdx.json'), program.sbom);
  copyFileSync(path.join(folder, LICENCES_FILE), at(LICENCES_FILE));
  writeFileSync(at('accessibility.md'), conformanceReport());
  made.push(at('cdx.json'), at(LICENCES_FILE), at('accessibility.md'));
  return [...made, ...(await sumUp(made, into, { key, env }))];
}

/**
 * Makes files side by side, because each tool keeps one processor busy; files that cannot be made here are skipped and
 * reported.
 * @returns the files, in the order of their makers. When one fails, the others have ended too
 */
export async function makeEach(makers: readonly (() => Promise<string>)[]): Promise<string[]> {
  const made = [];
  for (const result of await Promise.allSettled(makers.map((make) => make()))) {
    if (result.status === 'fulfilled') {
      made.push(result.value);
      continue;
    }
    const error = result.reason;
    if (!(error instanceof SetupError)) throw error;
    const details = [error.why && `\n${error.why}`, error.remedy && ` (${error.remedy})`];
    say(`• left out: ${error.message}${details.filter(Boolean).join('')}`);
  }
  return made;
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
  if (key !== undefined) for (const file of files) if (file.endsWith('.rpm')) await signRpm(file, key, env);
  const lines = files.map((file) => `${sha256(readFileSync(file))}  ${path.basename(file)}\n`);
  writeFileSync(sums, lines.sort().join(''));
  if (key !== undefined) return [sums, await signFile(sums, key, env)];
  say('• not signed: GATEHOUSE_SIGNING_KEY is not set');
  return [sums];
}

/** By the fuse, not by the name: a copy that can be debugged is never given away, nor signed. */
export async function refuseInspectable(executable: string) {
  const wire = await getCurrentFuseWire(executable);
  if (wire[FuseV1Options.EnableNodeCliInspectArguments] === FuseState.DISABLE) return;
  throw new SetupError('A program that can be debugged is neither packed nor signed.', {
    why: 'its inspect fuse is on: it is a copy for Playwright',
    remedy: 'npm run package',
  });
}
