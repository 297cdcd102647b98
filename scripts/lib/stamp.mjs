/** Stamps: a step's inputs as a hash, kept in `.toolchain/stamps/`, so that a second run skips finished steps. */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { say } from './log.mjs';
import { inToolchain } from './paths.mjs';

/** @typedef {import('../setup/prepare.mjs').Context} Context */

/** A hash over texts. */
export function hashOfTexts(/** @type {string[]} */ ...texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex');
}

/** A hash over files and whole folders, names included. A missing path adds no input. */
export function hashOfFiles(/** @type {string[]} */ paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesBelow)) {
    hash.update(`\0${file}\0`);
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Every file at or below a path, in a fixed order. @returns {string[]} */
export function filesBelow(/** @type {string} */ start) {
  const found = statSync(start, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [start];
  return readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.join(start, name)));
}

/** Whether a step was finished with these inputs. */
export function isStamped(/** @type {string} */ step, /** @type {string} */ inputs) {
  return readText(stampFile(step)) === inputs;
}

/** Notes that a step is finished with these inputs. */
export function stamp(/** @type {string} */ step, /** @type {string} */ inputs) {
  writeWhole(stampFile(step), inputs);
}

/**
 * A step of set-up that is skipped while the hash of its inputs stays the same.
 * @param {string} name
 * @param {(context: Context) => string} inputs
 * @param {(context: Context) => boolean} isThere whether the result exists
 * @param {(context: Context) => Promise<unknown>} work
 * @returns {import('../setup/prepare.mjs').Step}
 */
export const stampedStep = (name, inputs, isThere, work) => ({
  name,
  done: (context) => isThere(context) && isStamped(name, inputs(context)),
  async run(context) {
    // Before the work: a source that changes meanwhile makes the result stale.
    const hash = inputs(context);
    rmSync(stampFile(name), { force: true });
    await work(context);
    stamp(name, hash);
  },
});

/** Prints a line, unless it was the last one of its kind. */
export function sayOnce(/** @type {string} */ kind, /** @type {string} */ line) {
  if (isStamped(kind, line)) return;
  say(line);
  stamp(kind, line);
}

/** Writes a file atomically: no reader ever sees half of it. One with this content stays as it is. */
export function writeWhole(
  /** @type {string} */ file,
  /** @type {string | Buffer} */ text,
  mode = 0o644,
) {
  if (readText(file) === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
}

/** A file's text, or undefined when it cannot be read. */
export function readText(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A file's JSON, or undefined when it cannot be read as such. @returns {any} */
export function readJson(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const stampFile = (/** @type {string} */ step) => inToolchain('stamps', step);
