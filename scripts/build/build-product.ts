/**
 * The product, built by vite (vite.config.ts) from `electron/`, `renderer/` and `shared/`: for the
 * checkout into `dist/`, readable and with source maps; for packages into `out/package/`, minified
 * and laid out as an application.
 */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { BuildError, longStep } from '../lib/log.ts';
import { isNewerThan, replaceWhole, writeWhole } from '../lib/files.ts';
import { messageArguments } from './message-arguments.ts';
import { readMessages, reasonOf } from './messages.ts';
import { inOut, inRoot, root } from '../lib/paths.ts';
import { run, tail } from '../lib/run.ts';

/** The sides of vite.config.ts: each fills a folder. */
const SIDES = ['main', 'terminal', 'preload', 'renderer'];
const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'scripts/build',
  'scripts/lib/template.ts',
  'packaging/icons/128.png',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

const dist = inRoot('dist');

/** Whether `dist/` is there, and newer than its sources. */
export const isBuilt = (): boolean =>
  isNewerThan(
    dist,
    SOURCES.map((source) => inRoot(source)),
  );

/**
 * Builds `dist/`, which is replaced in one step: a program that starts meanwhile finds one build or
 * the other, whole.
 */
export const buildProduct = (): Promise<void> =>
  longStep('building the product', () =>
    replaceWhole(dist, inOut('builds'), (folder) => buildSides('', folder)),
  );

/**
 * Builds the input of the packages in the same way; beside it lies the list of the npm packages
 * inside (record-packages.ts).
 */
export const buildForPackages = (): Promise<void> =>
  longStep('building the product for packages', () =>
    replaceWhole(inOut('package'), inOut('package-builds'), async (folder) => {
      await buildSides('package-', path.join(folder, 'dist'));
      copyFileSync(inRoot('package.json'), path.join(folder, 'package.json'));
    }),
  );

async function buildSides(mode: '' | 'package-', folder: string) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  for (const side of SIDES) {
    const into = ['--outDir', path.join(folder, side)];
    const { code, output } = await run(
      process.execPath,
      [vite, 'build', '--mode', mode + side, ...into, '--logLevel', 'warn'],
      // The caller's NODE_ENV (a test runner's, say) must not choose another React.
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
        endsWithUs: 'TERM',
      },
    );
    if (code !== 0) throw new BuildError(`Building ${side} failed.`, { why: tail(output, 40) });
  }
}

/**
 * Writes the types of each message's arguments, for the type checker alone.
 *
 * @throws {BuildError}
 */
export function writeMessageTypes(): void {
  try {
    const file = inRoot('shared', 'strings', 'message-arguments.d.ts');
    writeWhole(file, messageArguments(readMessages('en')));
  } catch (error) {
    throw new BuildError('A message cannot be read.', {
      why: reasonOf(error),
      remedy: 'mend it in shared/strings/languages, and see `npm run messages`',
    });
  }
}
