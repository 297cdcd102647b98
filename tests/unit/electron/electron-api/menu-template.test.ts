import { describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { menuTemplate } from '../../../../electron/electron-api/menu-template.ts';

const below = ({ submenu }: MenuItemConstructorOptions) => (Array.isArray(submenu) ? submenu : []);
const entries = (
  menu: readonly MenuItemConstructorOptions[],
): readonly MenuItemConstructorOptions[] =>
  menu.flatMap((entry) => [entry, ...entries(below(entry))]);
const mac = menuTemplate('darwin', 'Gatehouse') ?? [];

describe('the menu', () => {
  it('makes no menu on Linux and Windows', () => {
    for (const platform of ['linux', 'win32'] as const)
      expect(menuTemplate(platform, 'Gatehouse')).toBeNull();
  });

  it('gives the menu on macOS the items that make shortcuts work: copy, paste, undo, close', () => {
    const edit = mac.filter(({ label }) => label === 'Edit').flatMap(below);
    expect(edit.flatMap(({ role }) => role ?? [])).toEqual([
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'delete',
      'selectAll',
    ]);
    const roles = entries(mac).flatMap(({ role }) => role ?? []);
    expect(roles).toEqual(expect.arrayContaining(['quit', 'hide', 'close', 'minimize']));
  });

  it('begins the menu on macOS with that of the program', () => {
    expect(mac[0]?.label).toBe('Gatehouse');
  });

  it('offers no reload, zoom, developer tools, custom shortcut or custom action in the menu on macOS', () => {
    const roles = entries(mac).flatMap(({ role }) => role ?? []);
    expect(roles.join(' ')).not.toMatch(/reload|devtools|zoom|view|fullscreen|file/i);
    for (const entry of entries(mac)) {
      expect(
        Object.keys(entry).filter((key) => !['label', 'role', 'type', 'submenu'].includes(key)),
      ).toEqual([]);
      expect(entry.role ?? entry.type ?? entry.label).toBeDefined();
    }
  });
});
