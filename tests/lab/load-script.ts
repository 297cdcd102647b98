/** Loads a module of scripts/, packaging/ or lab/ for a test, by its path in the repository. Those are plain JavaScript, checked on their own (scripts/tsconfig.json). */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..', '..');

export async function loadScript<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(root, name)).href)) as Module;
}
