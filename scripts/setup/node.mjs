/**
 * Step "node": a Node that runs TypeScript as it is. The machine's own where it is new enough, else the one that
 * `.toolchain/package.json` names, which is a plain binary in an npm package.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, say, SetupError } from '../lib/log.mjs';
import { inToolchain } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { isInstalled, npmCi } from './npm.mjs';

/** The first that does so unasked. */
const WANTED = '22.18';
const PACKAGED = new Set(['linux-x64', 'linux-arm64']);

/** Where the packaged Node is, once installed. */
const packagedNode = () => inToolchain('node_modules', `node-linux-${process.arch}`, 'bin', 'node');

/** @type {import('./prepare.mjs').Step} */
export const nodeStep = {
  name: 'node',
  done(context) {
    if (process.features.typescript) context.node = process.execPath;
    else if (isInstalled(inToolchain()) && existsSync(packagedNode()))
      context.node = packagedNode();
    else return false;
    context.env['PATH'] = [path.dirname(context.node), process.env['PATH']].join(path.delimiter);
    return true;
  },
  async run() {
    const platform = `${process.platform}-${process.arch}`;
    if (!PACKAGED.has(platform)) {
      throw new SetupError(
        `This Node is ${process.versions.node}; Gatehouse is built with ${WANTED} or later.`,
        {
          why: `for ${platform} there is no packaged Node to install by itself`,
          remedy: `install Node ${WANTED} or later and run this again`,
        },
      );
    }
    await longStep(
      `Node ${process.versions.node} is too old to build with: installing a newer one into .toolchain/`,
      async () => {
        const result = await npmCi(inToolchain(), ['--ignore-scripts']);
        const version = result.code === 0 ? await run(packagedNode(), ['--version']) : undefined;
        if (version?.code !== 0) {
          throw new SetupError('Installing a newer Node failed.', {
            // npm does not report an optional package that it could not fetch.
            why: existsSync(packagedNode())
              ? tail(version?.output || result.output)
              : tail(`${result.output}\nnpm left no ${packagedNode()}`),
            remedy: `see that the npm registry can be reached and run this again, or install Node ${WANTED} or later`,
          });
        }
        say(`  Node ${version.output.trim()}, for this checkout only`);
      },
    );
  },
};
