/**
 * Where Electron itself puts its data, and what happens without a place:
 * tests/gate/no-home.test.ts.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataFolder, dataPath, logsFolder } from '../../../../electron/electron-api/data-folder.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const electron = vi.hoisted(() => ({ given: '', paths: {} as Record<string, string> }));
vi.mock('electron', () => ({
  app: {
    commandLine: { getSwitchValue: () => electron.given },
    getName: () => 'Gatehouse',
    getPath: (name: string) => {
      const path = electron.paths[name];
      if (path === undefined) throw new Error(`Failed to get '${name}' path`);
      return path;
    },
  },
}));
const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
const on = (platform: string): void => {
  Object.defineProperty(process, 'platform', { ...own, value: platform });
};
afterEach(() => {
  Object.defineProperty(process, 'platform', own);
  Object.assign(electron, { given: '', paths: {} });
  vi.unstubAllEnvs();
});

describe('the place of our own data', () => {
  it('takes the data folder of the switch, made absolute', () => {
    electron.given = 'profile';
    expect(dataPath()).toEqual({ ok: true, value: join(process.cwd(), 'profile') });
  });

  it('puts the data folder into the folder of settings on Linux, and has none if there is no such folder', () => {
    on('linux');
    vi.stubEnv('XDG_CONFIG_HOME', undefined);
    vi.stubEnv('HOME', '/people/alice');
    expect(dataPath()).toEqual({ ok: true, value: '/people/alice/.config/Gatehouse' });
    vi.stubEnv('HOME', undefined);
    expect(dataPath()).toEqual({ ok: false, error: 'HOME is not set' });
    const reason = "there is no folder for this program's own data: HOME is not set";
    expect(dataFolder()).toEqual({ ok: false, error: { path: '', reason } });
  });

  it.each(['darwin', 'win32'])(
    'puts the data folder into the folder that Electron knows on %s',
    (platform) => {
      on(platform);
      electron.paths = { appData: '/data' };
      expect(dataPath()).toEqual({ ok: true, value: join('/data', 'Gatehouse') });
    },
  );

  it('makes the data folder, and gives the path that Electron has for it', () => {
    electron.given = join(temp.folder(), 'made');
    electron.paths = { userData: electron.given };
    expect(dataFolder()).toEqual({ ok: true, value: electron.given });
  });
});

describe('the folder of logs', () => {
  it('takes Electron’s folder of logs, or one in our data folder if Electron cannot make its own', () => {
    const folder = temp.folder();
    mkdirSync(join(folder, 'logs'));
    electron.paths = { userData: folder, logs: '/Library/Logs/Gatehouse' };
    expect(logsFolder()).toBe('/Library/Logs/Gatehouse');
    electron.paths = { userData: folder };
    expect(logsFolder()).toBe(join(folder, 'logs'));
  });
});
