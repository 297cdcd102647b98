/** The display that is looked for is the one that Electron opens its window on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasDisplay } from '../../../../electron/platform/display.ts';

const command = vi.hoisted(() => ({ platform: '' }));
vi.mock('electron', () => ({
  app: {
    commandLine: { getSwitchValue: (name: string) => (name === 'ozone-platform' ? command.platform : '') },
  },
}));

describe.skipIf(process.platform !== 'linux')('a display', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'display-'));
    writeFileSync(join(folder, 'wayland-7'), '');
    vi.stubEnv('XDG_RUNTIME_DIR', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
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
  ])('named "%s", with DISPLAY=%s and WAYLAND_DISPLAY=%s: %s', (platform, x11, wayland, isThere) => {
    command.platform = platform;
    vi.stubEnv('DISPLAY', x11);
    vi.stubEnv('WAYLAND_DISPLAY', wayland.replace('/FOLDER', folder));
    expect(hasDisplay()).toBe(isThere);
  });
});
