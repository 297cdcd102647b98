/** The installers as `npm run package` makes them, quickly: hardly compressed. */
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadScript } from '../lab/load-script.ts';
import type { Packaged } from './packaged-app.ts';

type InstallerProgram = Readonly<{ folder: string; version: string; time: Date; sbom: string }>;
type Options = Readonly<{ arch: string; isFast: boolean }>;
type Make = (program: InstallerProgram, into: string, options: Options) => Promise<string>;

/** A second that no clock shows now. */
const TIME = new Date('2026-02-03T04:05:06Z');

/** Makes a new folder; the caller removes it. */
const makeFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'gatehouse-installers-'));

/** Makes a deb or an rpm of a version, into a new folder. */
export async function makeInstaller(
  kind: 'deb' | 'rpm',
  packaged: Packaged,
  version: string,
): Promise<string> {
  const options = { arch: process.arch, isFast: true };
  const program = { folder: packaged.folder, version, time: TIME, sbom: await sbomFor(packaged) };
  if (kind === 'deb') {
    const { makeDeb } = await loadScript<{ makeDeb: Make }>('packaging/linux/deb.mjs');
    return makeDeb(program, makeFolder(), options);
  }
  const { makeRpm } = await loadScript<{ makeRpm: Make }>('packaging/linux/rpm.mjs');
  return makeRpm(program, makeFolder(), options);
}

/** The SBOM of a package, at the time that `makeInstaller` gives everything. */
export async function sbomFor({ folder }: Packaged): Promise<string> {
  const { contentsOf } = await loadScript<{ contentsOf: (folder: string) => readonly object[] }>(
    'packaging/contents.mjs',
  );
  const { sbomOf } = await loadScript<{
    sbomOf: (parts: readonly object[], program: Readonly<{ folder: string; time: Date }>) => string;
  }>('packaging/sbom.mjs');
  return sbomOf(contentsOf(folder), { folder, time: TIME });
}

/** Whether a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)));
}
