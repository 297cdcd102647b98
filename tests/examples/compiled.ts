/**
 * The example clients that are compiled: once for each state of their files and of the compiler, in
 * `out/examples`.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { missingParts } from '../../lab/programs.ts';
import type { Client } from './clients.ts';

const root = resolve(import.meta.dirname, '..', '..');
const COMPILE_MS = 240_000;
const JAVA = 17;
/** Of Maven, without a network: of a plugin, or of a library. */
const NOT_FETCHED = /could not be resolved|Could not (?:resolve|transfer)|could not be found/;

/** A JVM reads another descriptor by its name, which no socket has. */
export function javaClient(): Client {
  const missing = missingParts('java');
  if (missing.length > 0) return lacking('java', `not installed: ${missing.join(' ')}`);
  const version = said('javac', ['-version']);
  if (Number(/(\d+)/.exec(version)?.[1]) < JAVA)
    return lacking('java', `${version.trim()} is too old`);
  const [project = ''] = sourcesIn('thick-client-java', '.xml');
  const sources = [project, ...sourcesIn('thick-client-java', '.java')];
  let made: string;
  try {
    made = compiled('java', version, sources, (folder) => [
      'mvn',
      '--batch-mode',
      '--quiet',
      `--file=${project}`,
      `-Dfolder=${folder}`,
      `-Dmaven.repo.local=${join(root, 'out', 'examples', 'maven')}`,
      'compile',
      'dependency:copy-dependencies',
    ]);
  } catch (error) {
    if (!NOT_FETCHED.test(String(error))) throw error;
    return lacking('java', 'Maven cannot fetch its library');
  }
  const classes = `${made}/classes:${made}/libraries/*`;
  const command = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', classes, 'Client'];
  return { language: 'java', command, title: 'java', missing: null, needsPipes: true };
}

export function cppClient(): Client {
  const missing = missingParts('cpp');
  if (missing.length > 0) return lacking('cpp', `not installed: ${missing.join(' ')}`);
  const headers = sourcesIn('thick-client-cpp', '.hpp');
  const sources = sourcesIn('thick-client-cpp', '.cpp');
  const made = compiled('cpp', said('g++', ['--version']), [...headers, ...sources], (folder) => [
    'g++',
    '-std=c++17',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    join(folder, 'client'),
    ...sources,
    '-lcrypto',
  ]);
  return { language: 'cpp', command: [join(made, 'client')], title: 'cpp', missing: null };
}

/**
 * The classes or the program of these sources: made beside and moved when complete, as another
 * worker may be making them.
 */
export function compiled(
  name: string,
  version: string,
  sources: readonly string[],
  command: (folder: string) => readonly string[],
): string {
  const stamp = createHash('sha256').update(version);
  for (const source of sources) stamp.update(source).update(readFileSync(source));
  stamp.update(command('').join('\0'));
  const all = join(root, 'out', 'examples', name);
  const ready = join(all, stamp.digest('hex').slice(0, 16));
  if (existsSync(ready)) return ready;
  const temporary = join(all, randomUUID());
  mkdirSync(temporary, { recursive: true });
  try {
    const [program = '', ...words] = command(temporary);
    said(program, words);
    renameSync(temporary, ready);
  } catch (error) {
    if (!existsSync(ready)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return ready;
}

/** The files of an example with an ending. */
export function sourcesIn(example: string, ending: string): readonly string[] {
  const folder = join(root, 'examples', example);
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => join(folder, name));
}

const lacking = (language: Client['language'], why: string): Client => ({
  language,
  command: [],
  title: `${language} (skipped: ${why})`,
  missing: why,
});

/** The output of a program; an example that cannot be compiled fails its tests. */
function said(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: COMPILE_MS,
  });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout === '' ? stderr : stdout;
}
