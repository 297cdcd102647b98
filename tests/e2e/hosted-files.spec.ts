import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from './fixtures.ts';
import { displays } from './support/displays.ts';
import { openHostedPage, PROMPT, SOON, test as base } from './support/hosted.ts';
import { clickInView, expectCancellable, fault } from './support/hosted-attempts.ts';

const test = base.extend(displays);
const hasXwininfo = spawnSync('sh', ['-c', 'command -v xwininfo']).status === 0;

/** The page's ways to ask for files, each for a click of the person on the element of this id. */
const WAYS = `
  document.body.insertAdjacentHTML('afterbegin', \`<style>.way { display: block; width: 200px; height: 20px }</style>
    <button class=way id=show-picker type=button>A picker by script</button>
    <label class=way id=label for=file>A label</label>
    <input class=way id=file type=file multiple>
    <input class=way id=folder type=file webkitdirectory>
    <button class=way id=open type=button>Open</button>
    <button class=way id=save type=button>Save</button>
    <button class=way id=directory type=button>Folder</button>
    <iframe class=way src="https://elsewhere.example/blocked"></iframe>
    <iframe class=way id=sandboxed sandbox="allow-scripts" srcdoc="<input type=file style='position:fixed;inset:0'>"></iframe>\`);
  self.pickers = {};
  const on = (id, pick) => document.getElementById(id).addEventListener('click', async () => {
    try { await pick(); self.pickers[id] = 'opened'; } catch (error) { self.pickers[id] = 'refused'; }
  });
  on('show-picker', () => document.getElementById('file').showPicker());
  on('open', () => showOpenFilePicker());
  on('save', () => showSaveFilePicker({ suggestedName: 'evil.desktop' }));
  on('directory', () => showDirectoryPicker());`;

test('opens no file dialog of the system, by inputs, pickers and frames (SEC-88)', async ({
  launch,
  emulator,
  displayOf,
}) => {
  test.skip(!hasXwininfo, 'there is no xwininfo (apt-get install x11-utils)');
  // Of its own: dialogs of other tests are not this page's.
  const display = await displayOf('1280x1024');
  const dialogs = (): readonly string[] => {
    const tree = execFileSync('xwininfo', ['-display', display, '-root', '-tree'], {
      encoding: 'utf8',
    });
    return (tree.match(/"[^"]+"/g) ?? []).filter((title) =>
      /\b(?:Open|Select|Save|Upload)\b/.test(title),
    );
  };
  fault(emulator, { kind: 'script', code: WAYS });
  const { app, window } = await launch({ config: PROMPT, env: { DISPLAY: display } });
  const page = await openHostedPage(app, window, 'alice');
  await expect(page.locator('#sandboxed')).toHaveCount(1);
  await app.evaluate(({ webContents }) => {
    const held: string[] = [];
    Object.assign(globalThis, { held });
    webContents
      .getAllWebContents()
      .find((one) => one.getURL().includes('/api/transaction/'))
      ?.debugger.on('message', (_event, method: string) => {
        if (method === 'Page.fileChooserOpened') held.push(method);
      });
  });
  const held = (): Promise<number> =>
    app.evaluate(() => (globalThis as unknown as { held: string[] }).held.length);
  const picked = (): Promise<unknown> =>
    page.evaluate(() => (self as unknown as { pickers: unknown }).pickers);

  await clickInView(app, page, 'show-picker');
  await expect.poll(picked, SOON).toHaveProperty('show-picker');
  const before = await held();
  const inputs = ['label', 'file', 'folder', 'sandboxed'];
  for (const [count, id] of inputs.entries()) {
    await clickInView(app, page, id);
    await expect
      .poll(async () => [await held(), dialogs()], { ...SOON, message: id })
      .toEqual([before + count + 1, []]);
  }
  for (const id of ['open', 'save', 'directory']) {
    await clickInView(app, page, id);
    await expect.poll(picked, { ...SOON, message: id }).toMatchObject({ [id]: 'refused' });
  }
  expect(dialogs()).toEqual([]);
  await expectCancellable(app, window);
});
