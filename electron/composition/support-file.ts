import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { success } from '../../shared/result.ts';
import { isNameTaken, writeNewFile } from '../doctor/write-new-file.ts';
import type { UnsavedSupportFile } from '../frontends/window/window-handlers.ts';
import { homeFolder } from '../os/account.ts';
import { program } from '../electron-api/program.ts';
import type { Host } from '../host/host.ts';
import { bundleText } from './bundle-text.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** Number of files of one day in a folder. */
const MOST_A_DAY = 99;

/** Makes the text of `doctor --bundle`, and names a free file for it in the downloads folder. */
export function makeSupportFile(
  host: Host,
  { config, files, credentials, logFile, proxyLogins }: PreparedLogin,
  report: DoctorReport,
): UnsavedSupportFile {
  const setup = { config: success(config), files };
  const secrets = [...credentials.secrets(), ...proxyLogins.secrets()];
  const text = bundleText(host, setup, report, { logFile, secrets });
  const path = freePath(folderFor(program.downloadsFolder()), report.time.slice(0, 10));
  return { shown: { text, file: withTilde(path) }, save: () => writeNewFile(path, text).ok };
}

/** Some desktops have no downloads folder, and some accounts no home. */
function folderFor(downloads: string): string {
  return existsSync(downloads) ? downloads : (homeFolder() ?? tmpdir());
}

/** If every name of the day is taken, returns a taken one, to which the write then fails. */
function freePath(folder: string, day: string): string {
  const suffixes = Array.from({ length: MOST_A_DAY }, (_, index) =>
    index === 0 ? '' : `-${index + 1}`,
  );
  const paths = suffixes.map((suffix) => join(folder, `gatehouse-support-${day}${suffix}.json`));
  return paths.find((path) => !isNameTaken(path)) ?? join(folder, `gatehouse-support-${day}.json`);
}

/** Writes the home folder as `~`. */
function withTilde(path: string): string {
  const home = (homeFolder() ?? '') + sep;
  return home !== sep && path.startsWith(home) ? `~${sep}${path.slice(home.length)}` : path;
}
