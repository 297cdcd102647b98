import type { MenuItemConstructorOptions } from 'electron';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

/**
 * On macOS, copy and paste keys need an Edit menu. No entry reloads, zooms or opens tools. Null on
 * other systems.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  name: string,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const roles = (...names: readonly Role[]): MenuItemConstructorOptions[] =>
    names.map((role) => ({ role }));
  return [
    {
      label: name,
      submenu: [
        ...roles('about'),
        separator,
        ...roles('hide', 'hideOthers', 'unhide'),
        separator,
        ...roles('quit'),
      ],
    },
    {
      label: 'Edit',
      submenu: [
        ...roles('undo', 'redo'),
        separator,
        ...roles('cut', 'copy', 'paste', 'delete', 'selectAll'),
      ],
    },
    { role: 'window', submenu: roles('minimize', 'close') },
  ];
}
