/** An entry for Electron's `Menu.buildFromTemplate`. */
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

/** On macOS, copy and paste keys need an Edit menu. No entry reloads, zooms or opens tools. Null elsewhere. */
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
