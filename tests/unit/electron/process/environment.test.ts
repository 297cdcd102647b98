/**
 * Variables that would run the code of others in main. Those that a start proves:
 * tests/packaged/hostile-start.test.ts.
 */
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, success } from '../../../../shared/result.ts';
import type * as Environment from '../../../../electron/process/environment.ts';

const start = vi.hoisted(() => ({ isSandboxOff: false, folder: '', isAlone: true }));
vi.mock('../../../../electron/os/posix-access.ts', () => ({
  isOursAlone: () => start.isAlone,
  isOursOrRoots: (folder: string) => !folder.startsWith('/theirs'),
}));

const started = async (
  value?: string,
  name = 'NODE_COMPILE_CACHE',
): Promise<typeof Environment> => {
  vi.stubEnv(name, value);
  return await import('../../../../electron/process/environment.ts');
};
/** The facts of a start with the data folder of `start`; none if that is empty. */
const facts = (isPrintOnly: boolean): Environment.StartFacts => ({
  isPrintOnly,
  isSandboxOff: start.isSandboxOff,
  dataFolder: () => (start.folder === '' ? failure('no folder') : success(start.folder)),
});

beforeEach(() => {
  vi.resetModules();
  Object.assign(start, { isSandboxOff: false, folder: tmpdir(), isAlone: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a variable that acts before our first line (SEC-42)', () => {
  it.each(['NODE_COMPILE_CACHE', 'GCONV_PATH'])(
    'refuses a start with %s, though it was taken away',
    async (name) => {
      const { forgetInjections, weakenedBy } = await started('/nowhere', name);
      forgetInjections();
      expect(process.env[name]).toBeUndefined();
      for (const isPrintOnly of [false, true])
        expect(weakenedBy(facts(isPrintOnly))?.argument).toBe(name);
    },
  );

  it.each([undefined, ''])('ignores NODE_COMPILE_CACHE with the value %j', async (value) => {
    const { forgetInjections, weakenedBy } = await started(value);
    forgetInjections();
    expect(weakenedBy(facts(false))).toBeNull();
  });

  it('names a sandbox that is off before a variable', async () => {
    start.isSandboxOff = true;
    expect((await started('/nowhere')).weakenedBy(facts(false))?.argument).toBe(
      'ELECTRON_DISABLE_SANDBOX',
    );
  });
});

describe('a folder of others, whose settings and themes name modules (SEC-42)', () => {
  it.each(['XDG_CONFIG_DIRS', 'XDG_DATA_DIRS'])(
    'leaves a folder of others out of %s',
    async (name) => {
      (await started('/theirs:/etc/xdg:/theirs/too:relative:', name)).forgetInjections();
      expect(process.env[name]).toBe('/etc/xdg');
    },
  );

  it('refuses a folder of others for the person’s data, and leaves a missing one to the command', async () => {
    start.isAlone = false;
    expect((await started()).weakenedBy(facts(false))?.argument).toBe(tmpdir());
    start.folder = '';
    expect((await started()).weakenedBy(facts(false))).toBeNull();
  });

  it.each(['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'])(
    'refuses a folder of others as %s',
    async (name) => {
      expect((await started('/theirs', name)).weakenedBy(facts(false))?.argument).toBe('/theirs');
    },
  );
});
