/** Files of the checkout: read, written whole, and compared by their times. */
import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Every file at or below a path, in a fixed order; none where there is nothing. */
export function filesBelow(start: string): string[] {
  const found = statSync(start, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [start];
  return readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.join(start, name)));
}

/**
 * Whether a file or folder (also behind a link) is there, and nothing at or below the sources
 * changed since.
 */
export function isNewerThan(made: string, sources: readonly string[]): boolean {
  const found = lstatSync(made, { throwIfNoEntry: false });
  if (found === undefined || !existsSync(made)) return false;
  return sources.every(
    (source) => existsSync(source) && timesBelow(source).every((time) => time <= found.mtimeMs),
  );
}

/**
 * The times of the last changes, in milliseconds: of files, and of folders, which a removed file
 * changes.
 */
function timesBelow(start: string): number[] {
  const found = statSync(start);
  const below = found.isDirectory() ? readdirSync(start) : [];
  return [found.mtimeMs, ...below.flatMap((name) => timesBelow(path.join(start, name)))];
}

/** Writes a file atomically: no reader ever sees half of it. One with this content stays as it is. */
export function writeWhole(file: string, text: string | Buffer, mode = 0o644): void {
  if (readText(file) === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
}

let versionsMade = 0;

/**
 * Replaces a folder in one step: its path is a link, and whoever opens it finds the old or the new
 * folder whole.
 *
 * @param link the path; a folder of an earlier checkout is removed
 * @param make fills a new folder, which lies in a folder of versions
 * @param versions the folder of versions. The one before stays: programs that started on it read
 *   more of it while they run. Older ones, and what an interrupted call left, are removed
 */
export async function replaceWhole(
  link: string,
  versions: string,
  make: (folder: string) => unknown,
): Promise<void> {
  // Before the work: a source that changes meanwhile is newer than the result (isNewerThan).
  const startedAt = new Date();
  const version = `${startedAt.getTime()}-${process.pid}-${(versionsMade += 1)}`;
  const folder = path.join(versions, version);
  mkdirSync(folder, { recursive: true });

  try {
    await make(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const before = lstatSync(link, { throwIfNoEntry: false });
  const kept = [version, ...(before?.isSymbolicLink() ? [path.basename(readlinkSync(link))] : [])];
  if (before?.isDirectory()) rmSync(link, { recursive: true });
  const draft = `${link}.${process.pid}.draft`;
  symlinkSync(path.relative(path.dirname(link), folder), draft);
  lutimesSync(draft, startedAt, startedAt);
  renameSync(draft, link);
  for (const old of readdirSync(versions).filter((name) => !kept.includes(name)))
    rmSync(path.join(versions, old), { recursive: true, force: true });
}

/** A file's text, or undefined when it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A file's JSON, of any shape, or undefined when it cannot be read as such. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
