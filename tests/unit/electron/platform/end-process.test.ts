import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endBehindLauncher, endProcess } from '../../../../electron/platform/end-process.ts';

const electron = vi.hoisted(() => ({ isReady: true, folder: '', ended: [] as string[] }));
vi.mock('electron', () => ({
  app: {
    isReady: () => electron.isReady,
    getPath: () => electron.folder,
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
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  const on = (platform: string): void => {
    Object.defineProperty(process, 'platform', { ...own, value: platform });
  };
  const keep = (state: unknown): void => {
    if (state !== undefined) writeFileSync(join(electron.folder, 'Local State'), JSON.stringify(state));
  };
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(electron, { isReady: true, ended: [], folder: mkdtempSync(join(tmpdir(), 'end-')) });
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      electron.ended.push(`${pid === process.pid ? 'itself' : String(pid)}, ${String(signal)}`);
      return true;
    });
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', own);
    vi.useRealTimers();
    vi.restoreAllMocks();
    rmSync(electron.folder, { recursive: true, force: true });
  });

  it('behind the launcher on Windows: at once, once the key of the key store is written', () => {
    on('win32');
    keep(KEY);
    endBehindLauncher(77);
    expect(electron.ended).toEqual(['itself, SIGKILL']);
  });

  it.each(WITHOUT_KEY)(
    'behind the launcher on Windows: in order where %s, for Chromium to write it',
    (_why, state) => {
      on('win32');
      keep(state);
      endBehindLauncher(77);
      vi.runAllTimers();
      expect(electron.ended).toEqual(['in order, 77']);
    },
  );

  it('behind the launcher on Windows: at once before Chromium is ready, when nothing is sealed', () => {
    on('win32');
    electron.isReady = false;
    endBehindLauncher(130);
    expect(electron.ended).toEqual(['itself, SIGKILL']);
  });

  it.each(['linux', 'darwin'])('behind the launcher on %s: in order', (platform) => {
    on(platform);
    endBehindLauncher(0);
    expect(electron.ended).toEqual(['in order, 0']);
  });

  it('in order: at once where the key is written, else in the second turn of the event loop', () => {
    on('win32');
    endProcess(0);
    vi.runOnlyPendingTimers();
    expect(electron.ended).toEqual([]);
    vi.runOnlyPendingTimers();
    expect(electron.ended).toEqual(['in order, 0']);
    keep(KEY);
    endProcess(64);
    expect(electron.ended).toEqual(['in order, 0', 'in order, 64']);
  });
});
