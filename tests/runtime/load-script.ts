/** Loads a module of scripts/ for a test. Those are plain JavaScript, checked on their own (scripts/tsconfig.json). */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const scripts = path.resolve(import.meta.dirname, '..', '..', 'scripts');

export async function loadScript<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(scripts, name)).href)) as Module;
}
