/**
 * Steps "build" and "package build": the product, from `electron/`, `renderer/` and `shared/`. The first is the
 * checkout's, readable and with source maps, into `dist/`; the second is minified, into `out/package/`, which is laid
 * out as an application and holds the input of the installers. Step "messages": the types of the arguments of messages.
 */
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { inOut, inRoot, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, stampedStep, writeWhole } from '../lib/stamp.mjs';

/** The sides of vite.config.ts: each fills a folder. */
const SIDES = ['main', 'preload', 'renderer'];
const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'vite.config.ts',
  'scripts/lib',
  'tsconfig.json',
];
const PACKAGES = ['package.json', 'package-lock.json'];

export const buildStep = sidesStep('build', root, '');

/** The packed files: `package.json`, `dist/` and, beside it, the list of npm packages inside (lib/bundled.mjs). */
export const packageBuildStep = sidesStep('package build', inOut('package'), 'package-');

/**
 * @param {string} name
 * @param {string} folder
 * @param {string} prefix of the modes of vite.config.ts
 */
function sidesStep(name, folder, prefix) {
  const inputs = () => hashOfFiles([...SOURCES, ...PACKAGES].map((source) => inRoot(source)));
  const isThere = () => SIDES.every((side) => existsSync(path.join(folder, 'dist', side)));
  return stampedStep(name, inputs, isThere, ({ node, env }) =>
    longStep(`${name}: ${SIDES.join(', ')}`, async () => {
      const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
      for (const side of SIDES) {
        const { code, output } = await run(
          node,
          [vite, 'build', '--mode', prefix + side, '--logLevel', 'warn'],
          // The caller's NODE_ENV (a test runner's, say) must not choose another React.
          { cwd: root, env: { ...env, NODE_ENV: 'production', NO_COLOR: '1' } },
        );
        if (code !== 0) throw new SetupError(`Building ${side} failed.`, { why: tail(output, 40) });
      }
      if (folder !== root) copyFileSync(inRoot('package.json'), path.join(folder, 'package.json'));
    }),
  );
}

const MESSAGE_TYPES = inRoot('shared', 'strings', 'message-arguments.d.ts');
const MESSAGE_SOURCES = ['shared/strings/languages/en.json', 'scripts/lib/message-arguments.mjs'];

/** The types of each message's arguments, for the type checker alone. */
export const messagesStep = stampedStep(
  'messages',
  () => hashOfFiles(MESSAGE_SOURCES.map((source) => inRoot(source))),
  () => existsSync(MESSAGE_TYPES),
  async () => {
    // Loaded here, because the parser is a package, which an earlier step installs.
    const { messageArguments } = await import('../lib/message-arguments.mjs');
    const { readMessages, reasonOf } = await import('../lib/messages.mjs');
    try {
      writeWhole(MESSAGE_TYPES, messageArguments(readMessages('en')));
    } catch (error) {
      throw new SetupError('A message cannot be read.', {
        why: reasonOf(error),
        remedy: 'mend it in shared/strings/languages, and see `npm run check`',
      });
    }
  },
);
