/** The installers as `npm run package` makes them, quickly: hardly compressed. */
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contentsOf } from '../../packaging/contents.ts';
import { makePackage, type FormatName } from '../../packaging/linux/formats.ts';
import { sbomOf } from '../../packaging/sbom.ts';
import { HOST } from '../../packaging/targets.ts';
import type { PackedCli } from '../../scripts/package/cli.ts';
import type { Packaged } from './packaged-app.ts';

/** A second that no clock shows now. */
const TIME = new Date('2026-02-03T04:05:06Z');

/** Makes a new folder; the caller removes it. */
const makeFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'gatehouse-installers-'));

/** Makes a package of a version, into a new folder. */
export async function makeInstaller(
  format: FormatName,
  packaged: Packaged,
  version: string,
): Promise<string> {
  const { folder } = packaged;
  const program = {
    name: 'gatehouse',
    folder,
    version,
    time: TIME,
    sbom: sbomFor(packaged),
  } as const;
  return makePackage(format, program, makeFolder(), { arch: HOST.arch, isFast: true });
}

/** Makes a package for servers of a version, for this computer, into a new folder. */
export async function makeCliInstaller(
  format: FormatName,
  { folder, target }: PackedCli,
  version: string,
): Promise<string> {
  const sbom = sbomOf(contentsOf(folder, target), { folder, time: TIME, target });
  const program = { name: 'gatehouse-cli', folder, version, time: TIME, sbom } as const;
  return makePackage(format, program, makeFolder(), { arch: target.arch, isFast: true });
}

/** The SBOM of a package, at the time that `makeInstaller` gives everything. */
export const sbomFor = ({ folder }: Packaged): string =>
  sbomOf(contentsOf(folder), { folder, time: TIME });

/** Whether a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)));
}
