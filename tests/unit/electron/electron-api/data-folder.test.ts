/** Where Electron itself puts its data, and what happens without a place: tests/gate/no-home.test.ts. */
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
  it('is that of the switch, absolute', () => {
    electron.given = 'profile';
    expect(dataPath()).toEqual({ ok: true, value: join(process.cwd(), 'profile') });
  });

  it('is in the folder of settings on Linux, where there is one', () => {
    on('linux');
    vi.stubEnv('XDG_CONFIG_HOME', undefined);
    vi.stubEnv('HOME', '/people/alice');
    expect(dataPath()).toEqual({ ok: true, value: '/people/alice/.config/Gatehouse' });
    vi.stubEnv('HOME', undefined);
    expect(dataPath()).toEqual({ ok: false, error: 'HOME is not set' });
    const reason = "there is no folder for this program's own data: HOME is not set";
    expect(dataFolder()).toEqual({ ok: false, error: { path: '', reason } });
  });

  it.each(['darwin', 'win32'])('is in the folder that Electron knows on %s', (platform) => {
    on(platform);
    electron.paths = { appData: '/data' };
    expect(dataPath()).toEqual({ ok: true, value: join('/data', 'Gatehouse') });
  });

  it('is made, and is then the folder of Electron', () => {
    electron.given = join(temp.folder(), 'made');
    electron.paths = { userData: electron.given };
    expect(dataFolder()).toEqual({ ok: true, value: electron.given });
  });
});

describe('the folder of logs', () => {
  it('is Electron’s, or in the folder of our data where Electron cannot make its own', () => {
    const folder = temp.folder();
    mkdirSync(join(folder, 'logs'));
    electron.paths = { userData: folder, logs: '/Library/Logs/Gatehouse' };
    expect(logsFolder()).toBe('/Library/Logs/Gatehouse');
    electron.paths = { userData: folder };
    expect(logsFolder()).toBe(join(folder, 'logs'));
  });
});
