/** An entry of a menu, as Electron's `Menu.buildFromTemplate` takes it. */
export type MenuEntry = { label?: string; role?: MenuRole; type?: 'separator'; submenu?: MenuEntry[] };

type MenuRole =
  | 'about'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | 'window'
  | 'minimize'
  | 'close';

/**
 * The menu of the program. On macOS the keys for copying and pasting work through an Edit menu alone, so there is one,
 * behind the menu that every program has there. Elsewhere the keys work by themselves, and the window has no menu.
 *
 * The menu cannot reload the page, open developer tools or zoom: the window zooms by itself.
 *
 * @param name of the program
 * @returns null on systems without a menu
 */
export function menuTemplate(platform: NodeJS.Platform, name: string): MenuEntry[] | null {
  if (platform !== 'darwin') return null;
  const separator: MenuEntry = { type: 'separator' };
  const roles = (...names: readonly MenuRole[]): MenuEntry[] => names.map((role) => ({ role }));
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
      submenu: [...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'delete', 'selectAll')],
    },
    { role: 'window', submenu: roles('minimize', 'close') },
  ];
}
