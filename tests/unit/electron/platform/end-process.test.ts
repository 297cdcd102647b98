import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endProcess } from '../../../../electron/platform/end-process.ts';

const electron = vi.hoisted(() => ({ isReady: true, folder: '', ended: [] as string[] }));
vi.mock('electron', () => ({
  app: {
    isReady: () => electron.isReady,
    getPath: () => electron.folder,
    exit: (code: number) => electron.ended.push(`taken down, ${String(code)}`),
  },
}));

const KEY = { os_crypt: { encrypted_key: 'RFBBUEk=' } };

describe('the end of the process', () => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  const reallyExit = Object.getOwnPropertyDescriptor(process, 'reallyExit') ?? {};
  const on = (platform: string): void => {
    Object.defineProperty(process, 'platform', { ...own, value: platform });
  };
  const keep = (state: unknown): void => {
    writeFileSync(join(electron.folder, 'Local State'), JSON.stringify(state));
  };
  beforeEach(() => {
    Object.assign(electron, { isReady: true, ended: [], folder: mkdtempSync(join(tmpdir(), 'end-')) });
    const value = (code: number): void => {
      electron.ended.push(`at once, ${String(code)}`);
    };
    Object.defineProperty(process, 'reallyExit', { ...reallyExit, value });
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', own);
    Object.defineProperty(process, 'reallyExit', reallyExit);
    rmSync(electron.folder, { recursive: true, force: true });
  });

  it('on Windows takes Chromium down no more, once the key of the key store is written', () => {
    on('win32');
    keep(KEY);
    endProcess(77);
    expect(electron.ended).toEqual(['at once, 77']);
  });

  it.each([
    ['there is no file', undefined],
    ['there is no key in the file', { os_crypt: {} }],
    ['the file says something else', 'nothing'],
  ])('on Windows lets Chromium write that key: %s', (_why, state) => {
    on('win32');
    if (state !== undefined) keep(state);
    endProcess(0);
    expect(electron.ended).toEqual(['taken down, 0']);
  });

  it('on Windows has nothing to write before Chromium is ready', () => {
    on('win32');
    electron.isReady = false;
    endProcess(64);
    expect(electron.ended).toEqual(['at once, 64']);
  });

  it.each(['linux', 'darwin'])('on %s ends as Electron does', (platform) => {
    on(platform);
    keep(KEY);
    endProcess(0);
    expect(electron.ended).toEqual(['taken down, 0']);
  });
});
