import type { ElectronApplication } from '@playwright/test';

/**
 * A picture of the window as it stands on the screen, including views over its page: Playwright
 * sees one page at a time.
 *
 * @returns a PNG
 */
export async function pictureOfWindow(app: ElectronApplication): Promise<Buffer> {
  const picture = await app.evaluate(async ({ BrowserWindow, desktopCapturer, screen }) => {
    const thumbnailSize = screen.getPrimaryDisplay().size;
    const [whole] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize });
    const [window] = BrowserWindow.getAllWindows();
    if (whole === undefined || window === undefined)
      throw new Error('there is nothing to take a picture of');
    return whole.thumbnail.crop(window.getContentBounds()).toPNG().toString('base64');
  });
  return Buffer.from(picture, 'base64');
}
