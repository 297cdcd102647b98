/**
 * Step "node": a Node that runs TypeScript as it is. The machine's own where it is new enough, else the one that
 * `.toolchain/package.json` names, which is a plain binary in an npm package.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, say, SetupError } from '../lib/log.mjs';
import { inToolchain } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';
import { npmCi } from './npm.mjs';

const WANTED = /** @type {const} */ ([22, 18]);
const PACKAGED = new Set(['linux-x64', 'linux-arm64']);

/** Where the packaged Node is, once installed. */
const packagedNode = () => inToolchain('node_modules', `node-linux-${process.arch}`, 'bin', 'node');

/** npm writes its own note of an installation last, so an interrupted installation is never taken for a whole one. */
function isInstalled() {
  const place = `node_modules/node-linux-${process.arch}`;
  const wanted = readJson(inToolchain('package-lock.json'))?.packages?.[place]?.version;
  const installed = readJson(inToolchain('node_modules', '.package-lock.json'))?.packages?.[place]?.version;
  return wanted !== undefined && installed === wanted && existsSync(packagedNode());
}

function machineIsEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  // 23 learned it later than 22 did.
  if (major === 23) return minor >= 6;
  return major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1]);
}

/** @type {import('./prepare.mjs').Step} */
export const nodeStep = {
  name: 'node',
  done(context) {
    if (machineIsEnough()) context.node = process.execPath;
    else if (isInstalled()) context.node = packagedNode();
    else return false;
    context.env['PATH'] = [path.dirname(context.node), process.env['PATH']].join(path.delimiter);
    return true;
  },
  async run() {
    const platform = `${process.platform}-${process.arch}`;
    if (!PACKAGED.has(platform)) {
      throw new SetupError(
        `This Node is ${process.versions.node}; Gatehouse is built with ${WANTED.join('.')} or later.`,
        {
          why: `for ${platform} there is no packaged Node to install by itself`,
          remedy: `install Node ${WANTED.join('.')} or later and run this again`,
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
            remedy: `see that the npm registry can be reached and run this again, or install Node ${WANTED.join('.')} or later`,
          });
        }
        say(`  Node ${version.output.trim()}, for this checkout only`);
      },
    );
  },
};
