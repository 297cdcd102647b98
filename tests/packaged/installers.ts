/** The installers as `npm run package` makes them, quickly: hardly compressed. */
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadScript } from '../lab/load-script.ts';
import type { Packaged } from './packaged-app.ts';

type Options = Readonly<{ arch: string; isFast: boolean }>;

/** The program that a package is made of. */
export type Program = Readonly<{ folder: string; version: string; time: Date; sbom: string }>;

/** The formats of packages for Linux (packaging/linux/formats.ts). */
export const { FORMATS, makePackage } = await loadScript<{
  FORMATS: Readonly<Record<string, Readonly<{ tool: string }>>>;
  makePackage: (name: string, program: Program, into: string, options: Options) => Promise<string>;
}>('packaging/linux/formats.ts');

/** A second that no clock shows now. */
const TIME = new Date('2026-02-03T04:05:06Z');

/** Makes a new folder; the caller removes it. */
const makeFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'gatehouse-installers-'));

/** Makes a package of a version, into a new folder. */
export async function makeInstaller(format: string, packaged: Packaged, version: string): Promise<string> {
  const program = { folder: packaged.folder, version, time: TIME, sbom: await sbomFor(packaged) };
  return makePackage(format, program, makeFolder(), { arch: process.arch, isFast: true });
}

/** The SBOM of a package, at the time that `makeInstaller` gives everything. */
export async function sbomFor({ folder }: Packaged): Promise<string> {
  const { contentsOf } = await loadScript<{ contentsOf: (folder: string) => readonly object[] }>(
    'packaging/contents.ts',
  );
  const { sbomOf } = await loadScript<{
    sbomOf: (parts: readonly object[], program: Readonly<{ folder: string; time: Date }>) => string;
  }>('packaging/sbom.ts');
  return sbomOf(contentsOf(folder), { folder, time: TIME });
}

/** Whether a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)));
}
