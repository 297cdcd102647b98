import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { besideFifo } from '../../../support/files/fifo.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

const electron = vi.hoisted(() => ({ isReady: true, folder: '', ended: [] as string[] }));
vi.mock('electron', () => ({
  app: {
    isReady: () => electron.isReady,
    getPath: () => electron.folder,
    getAppMetrics: () => [{ pid: process.pid }, { pid: 4_194_301 }, { pid: 4_194_302 }],
    exit: (code: number) => electron.ended.push(`in order, ${String(code)}`),
  },
}));

const KEY = { os_crypt: { encrypted_key: 'RFBBUEk=' } };
const WITHOUT_KEY: readonly (readonly [string, unknown])[] = [
  ['there is no file', undefined],
  ['there is no key in the file', { os_crypt: {} }],
  ['the file says something else', 'nothing'],
];

describe('the end of the process', () => {
  /** As in a process that is not ending yet. */
  const load = async () => ({
    ...(await import('../../../../electron/electron-api/end-process.ts')),
    ...(await import('../../../../electron/electron-api/seal-key.ts')),
  });
  let { endBehindLauncher, endProcess, isSealKept, untilSealIsKept } = {} as Awaited<
    ReturnType<typeof load>
  >;
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  const on = (platform: string): void => {
    Object.defineProperty(process, 'platform', { ...own, value: platform });
  };
  const keep = (state: unknown): void => {
    if (state !== undefined)
      writeFileSync(join(electron.folder, 'Local State'), JSON.stringify(state));
  };
  beforeEach(async () => {
    vi.resetModules();
    ({ endBehindLauncher, endProcess, isSealKept, untilSealIsKept } = await load());
    vi.useFakeTimers();
    Object.assign(electron, { isReady: true, ended: [], folder: temp.folder() });
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      if (pid === 4_194_301) throw new Error('ESRCH');
      electron.ended.push(`${pid === process.pid ? 'itself' : String(pid)}, ${String(signal)}`);
      return true;
    });
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', own);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each(['linux', 'darwin', 'win32'])(
    'ends at once behind the launcher on %s, on macOS its helpers first',
    (platform) => {
      on(platform);
      endBehindLauncher();
      const helpers = platform === 'darwin' ? ['4194302, SIGKILL'] : [];
      expect(electron.ended).toEqual([...helpers, 'itself, SIGKILL']);
    },
  );

  it.each(WITHOUT_KEY)('waits for the key of the key store if %s', async (_why, state) => {
    on('win32');
    keep(state);
    expect(isSealKept()).toBe(false);
    const isKept = untilSealIsKept(1000);
    await vi.advanceTimersByTimeAsync(500);
    keep(KEY);
    await vi.advanceTimersByTimeAsync(500);
    expect(await isKept).toBe(true);
  });

  it('finds no key of the key store in a FIFO, without waiting for a writer, nor in a file that is too large for Chromium’s', () => {
    on('win32');
    const found = besideFifo(temp.folder(), (fifo) => {
      linkSync(fifo, join(electron.folder, 'Local State'));
      return isSealKept();
    });
    expect(found).toEqual({ value: false, hasWaited: false });
    electron.folder = temp.folder();
    keep({ ...KEY, padding: 'x'.repeat(4_194_304) });
    expect(isSealKept()).toBe(false);
  });

  it('waits for the key of the key store no longer than it may', async () => {
    on('win32');
    const isKept = untilSealIsKept(1000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await isKept).toBe(false);
  });

  it.each([
    ['before Chromium is ready, and so before sealing', 'win32', false],
    ['on another system', 'linux', true],
  ])('does not wait for the key of the key store %s', (_when, platform, isReady) => {
    on(platform);
    electron.isReady = isReady;
    expect(isSealKept()).toBe(true);
  });

  it('ends in order in the second turn of the event loop if the key is not written', () => {
    on('win32');
    endProcess(0);
    vi.runOnlyPendingTimers();
    expect(electron.ended).toEqual([]);
    vi.runOnlyPendingTimers();
    expect(electron.ended).toEqual(['in order, 0']);
  });

  it('ends in order at once if the key is written', () => {
    on('win32');
    keep(KEY);
    endProcess(64);
    expect(electron.ended).toEqual(['in order, 64']);
  });

  it.each([
    ['written', KEY],
    ['not written', undefined],
  ])('keeps its exit code, whatever fails while it ends, with a key %s', (_what, state) => {
    on('win32');
    keep(state);
    endProcess(0);
    endProcess(70);
    vi.runAllTimers();
    endProcess(70);
    expect(electron.ended).toEqual(['in order, 0']);
  });
});
