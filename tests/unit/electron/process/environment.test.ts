/** Variables that would run the code of others in main. Those that a start proves: tests/packaged/hostile-start.test.ts. */
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

describe('SEC-42: a variable that acts before our first line', () => {
  it.each(['NODE_COMPILE_CACHE', 'GCONV_PATH'])(
    'is refused, though it was taken away: %s',
    async (name) => {
      const { forgetInjections, weakenedBy } = await started('/nowhere', name);
      forgetInjections();
      expect(process.env[name]).toBeUndefined();
      for (const isPrintOnly of [false, true])
        expect(weakenedBy(facts(isPrintOnly))?.argument).toBe(name);
    },
  );

  it.each([undefined, ''])('is ignored with the value %s', async (value) => {
    const { forgetInjections, weakenedBy } = await started(value);
    forgetInjections();
    expect(weakenedBy(facts(false))).toBeNull();
  });

  it('comes behind a sandbox that is off', async () => {
    start.isSandboxOff = true;
    expect((await started('/nowhere')).weakenedBy(facts(false))?.argument).toBe(
      'ELECTRON_DISABLE_SANDBOX',
    );
  });
});

describe('SEC-42: a folder of others, whose settings and themes name modules', () => {
  it.each(['XDG_CONFIG_DIRS', 'XDG_DATA_DIRS'])('is left out of %s', async (name) => {
    (await started('/theirs:/etc/xdg:/theirs/too:relative:', name)).forgetInjections();
    expect(process.env[name]).toBe('/etc/xdg');
  });

  it('is refused for the person’s data, but where there is no such folder: the command says so', async () => {
    start.isAlone = false;
    expect((await started()).weakenedBy(facts(false))?.argument).toBe(tmpdir());
    start.folder = '';
    expect((await started()).weakenedBy(facts(false))).toBeNull();
  });

  it.each(['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'])('is refused as %s', async (name) => {
    expect((await started('/theirs', name)).weakenedBy(facts(false))?.argument).toBe('/theirs');
  });
});
