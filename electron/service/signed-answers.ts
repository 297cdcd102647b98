import { createHash } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';

/** Calls to one service that it has answered with a signed success. */
export type SignedAnswers = Readonly<{
  has: (endpoint: Endpoint) => boolean;
  add: (endpoint: Endpoint) => void;
}>;

/**
 * Stores each call as an empty file, so that concurrent logins lose no entry. If the file cannot be
 * written, the entry lasts until the process ends.
 */
export function createSignedAnswers(folder: string, baseUrl: string): SignedAnswers {
  const added = new Set<Endpoint>();
  const fileOf = (endpoint: Endpoint): string =>
    join(folderIn(folder), createHash('sha256').update(`${baseUrl}\n${endpoint}`).digest('hex'));
  return {
    has: (endpoint) => added.has(endpoint) || isThere(fileOf(endpoint)),
    add: (endpoint) => {
      if (added.has(endpoint)) return;
      added.add(endpoint);
      tryToMake(() => mkdirSync(folderIn(folder), { mode: 0o700 }));
      tryToMake(() => {
        closeSync(openSync(fileOf(endpoint), 'wx', 0o600));
      });
    },
  };
}

/**
 * Deletes the entries of every service.
 *
 * @returns whether any existed, or the file system's reason
 */
export function forgetSignedAnswers(folder: string): Result<boolean, string> {
  const entriesFolder = folderIn(folder);
  try {
    const wasThere = isThere(entriesFolder);
    rmSync(entriesFolder, { recursive: true, force: true });
    return success(wasThere);
  } catch (error) {
    return failure(`${entriesFolder} cannot be removed (${codeOf(error)})`);
  }
}

const folderIn = (folder: string): string => join(folder, 'signed-answers');

function tryToMake(make: () => unknown): void {
  try {
    make();
  } catch {
    // It exists already, or the folder is not writable.
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    // SECURITY: SEC-99 an unreadable entry counts as signed.
    return codeOf(error) !== 'ENOENT';
  }
}
