import { describe, expect, it } from 'vitest';
import { configHome, forgetRelativeFolders } from '../../../../../electron/os/linux/xdg-folders.ts';

describe('the folders of the XDG Base Directory Specification', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/settings', HOME: '/people/alice' }, '/settings'],
    [{ XDG_CONFIG_HOME: '/settings' }, '/settings'],
    [{ HOME: '/people/alice' }, '/people/alice/.config'],
    [{ XDG_CONFIG_HOME: '', HOME: '/people/alice' }, '/people/alice/.config'],
    [{ XDG_CONFIG_HOME: 'settings', HOME: '/people/alice' }, '/people/alice/.config'],
  ])('finds the folder of settings with %j', (environment, folder) => {
    expect(configHome(environment)).toEqual({ ok: true, value: folder });
  });

  it.each([
    [{}, 'HOME is not set'],
    [{ HOME: '' }, 'HOME is not set'],
    [{ XDG_CONFIG_HOME: 'settings' }, 'HOME is not set'],
    [{ HOME: 'alice' }, 'HOME is no absolute path'],
  ])('finds no folder of settings with %j, and says why', (environment, error) => {
    expect(configHome(environment)).toEqual({ ok: false, error });
  });

  it('forgets relative XDG folders alone', () => {
    const environment = {
      HOME: 'alice',
      XDG_CONFIG_HOME: 'settings',
      XDG_CACHE_HOME: './cache',
      XDG_DATA_HOME: '',
      XDG_STATE_HOME: '/state',
      XDG_RUNTIME_DIR: 'run',
    };
    forgetRelativeFolders(environment);
    expect(environment).toEqual({ HOME: 'alice', XDG_STATE_HOME: '/state' });
  });
});
