/**
 * The hosts of a login without a window, for `describe.each`: a row that only one of them has says
 * so. With a display `scripts/gatehouse` starts Electron, as root as another user; without one it
 * starts Node, as the caller.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { runFolderPrefix } from '../../../scripts/lib/run-folder.ts';
import { sampled } from '../../support/random/sampled.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../../lab/electron-runtime.ts';

export type TestHost = Readonly<{
  name: 'Electron' | 'Node';
  /** Variables that have `scripts/gatehouse` start it. */
  env: NodeJS.ProcessEnv;
  /** The account that it runs as. */
  account: () => Readonly<{ uid: number; name: string }>;
  /** A fresh folder of mode 0700 of the user that it runs as. */
  makeFolder: (prefix: string) => string;
  /** Makes a file, or a folder with all in it, that user's. */
  own: (path: string) => void;
}>;

const ownAccount = () => ({ uid: userInfo().uid, name: userInfo().username });

export const ELECTRON: TestHost = {
  name: 'Electron',
  env: {},
  account: () => requireElectron().sandboxUser ?? ownAccount(),
  makeFolder: makeSandboxFolder,
  own: prepareForSandboxUser,
};

/** The next `npm test` removes it, once this process has ended. */
const makeOwnFolder = (prefix: string): string =>
  mkdtempSync(join(tmpdir(), `${runFolderPrefix(process.pid)}${prefix}`));

export const NODE: TestHost = {
  name: 'Node',
  // Its data would lie among those of whoever runs the tests.
  env: { DISPLAY: '', WAYLAND_DISPLAY: '', XDG_CONFIG_HOME: makeOwnFolder('node-home-') },
  account: ownAccount,
  makeFolder: makeOwnFolder,
  own: () => undefined,
};

export const HOSTS: readonly TestHost[] = [ELECTRON, NODE];

/**
 * For what both hosts do by the same code: `npm test` takes Node, which starts in a third of
 * Electron's time and processor, and a nightly takes both.
 */
export const HOSTS_OF_SHARED_CODE = sampled([NODE, ELECTRON], 1);
