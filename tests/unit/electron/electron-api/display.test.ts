/** The display that is looked for is the one that Electron opens its window on, with GTK 3. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasDisplay, takeGtk3 } from '../../../../electron/electron-api/display.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

const command = vi.hoisted(() => ({ platform: '', switches: new Map<string, string>() }));
vi.mock('electron', () => ({
  app: {
    commandLine: {
      getSwitchValue: (name: string) => (name === 'ozone-platform' ? command.platform : ''),
      hasSwitch: (name: string) => command.switches.has(name),
      appendSwitch: (name: string, value: string) => command.switches.set(name, value),
    },
  },
}));

describe.skipIf(process.platform !== 'linux')('a display', () => {
  let folder = '';
  beforeEach(() => {
    folder = temp.folder();
    temp.write(join(folder, 'wayland-7'), '');
    vi.stubEnv('XDG_RUNTIME_DIR', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['wayland', '', 'wayland-7', true],
    ['wayland', '', '/FOLDER/wayland-7', true],
    ['wayland', 'elsewhere:10', 'nothing-here', false],
    ['wayland', 'elsewhere:10', '', false],
    // Not the one that is there, but the one that is opened.
    ['x11', '', 'wayland-7', false],
    ['x11', ':19999', 'wayland-7', false],
    ['x11', ':19999.0', '', false],
    ['x11', 'unix:19999', '', false],
    ['x11', 'elsewhere:10', '', true],
    ['', ':19999', 'wayland-7', false],
    ['', 'elsewhere:10', 'nothing-here', true],
    ['', '', '', false],
  ])(
    'tells whether a display is there, named "%s", with DISPLAY=%s and WAYLAND_DISPLAY=%s: %s',
    (platform, x11, wayland, isThere) => {
      command.platform = platform;
      vi.stubEnv('DISPLAY', x11);
      vi.stubEnv('WAYLAND_DISPLAY', wayland.replace('/FOLDER', folder));
      expect(hasDisplay()).toBe(isThere);
    },
  );
});

it.skipIf(process.platform !== 'linux')('asks for GTK 3 unless another was asked for', () => {
  command.switches.clear();
  takeGtk3();
  expect([...command.switches]).toEqual([['gtk-version', '3']]);
  command.switches.set('gtk-version', '4');
  takeGtk3();
  expect([...command.switches]).toEqual([['gtk-version', '4']]);
});
