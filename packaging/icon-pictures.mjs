/** Which pictures of the icon there are, and from which drawing each is made (packaging/icons). */

/** Up to this size in pixels the drawing is the one that is fitted to pixels. */
const SMALL = 32;

/** The hicolor theme of Linux desktops; Windows takes these too. */
export const LINUX_SIZES = [16, 22, 24, 32, 48, 64, 128, 256, 512];
/** https://learn.microsoft.com/windows/apps/design/style/iconography/app-icon-construction: small icons at each scale. */
export const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];
export const MAC_SIZES = [16, 32, 64, 128, 256, 512, 1024];

/** @typedef {Readonly<{ file: string, drawing: string, size: number }>} IconPicture names in packaging/icons, and pixels */

/** The file of a size for Windows: two sizes are in no theme of Linux. */
export const windowsFile = (/** @type {number} */ size) =>
  LINUX_SIZES.includes(size) ? `${size}.png` : `windows/${size}.png`;

const WINDOWS_ONLY = WINDOWS_SIZES.filter((size) => !LINUX_SIZES.includes(size));

/** @type {readonly IconPicture[]} */
export const ICON_PICTURES = [
  ...[...LINUX_SIZES, ...WINDOWS_ONLY].map((size) => ({
    file: windowsFile(size),
    drawing: 'gatehouse',
    size,
  })),
  ...MAC_SIZES.map((size) => ({ file: `macos/${size}.png`, drawing: 'gatehouse-mac', size })),
].map(({ file, drawing, size }) => ({
  file,
  drawing: `${drawing}${size <= SMALL ? '-small' : ''}.svg`,
  size,
}));
