import { copyFileSync } from 'node:fs';
import type { Emulator } from '../../../emulator/emulator.ts';
import { makeSandboxFolder, type Ended } from '../../../lab/electron-runtime.ts';
import { writeConfig, type ConfigJson } from '../../../lab/written-config.ts';
import { hooked, NO_LATEST } from './first-seen.ts';

/** What a person sees of a window at its username. */
export type Picture = Readonly<{
  name: string;
  title: string;
  heading: string;
  direction: string;
  help: string;
  hasLogo: boolean;
  isDark: boolean;
  /** The background of the page and of its first button. */
  surface: string;
  button: string;
}>;

/** An expression of JavaScript, for the page. */
const PICTURE = `JSON.stringify({
  name: document.querySelector('header').textContent,
  title: document.title,
  heading: document.querySelector('h1').textContent,
  direction: document.documentElement.dir,
  help: document.querySelector('footer > span').textContent,
  hasLogo: (document.querySelector('header img')?.naturalWidth ?? 0) > 0,
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  surface: getComputedStyle(document.body).backgroundColor,
  button: getComputedStyle(document.querySelector('button')).backgroundColor,
})`;

/** Delay of the page's first answer, which sets its look. */
const LATE_MS = 400;

/** `drawn` resolves when the page has told main that it looks as it is to look. */
const DRAWN = `let onDrawn;
  const drawn = new Promise((resolve) => (onDrawn = resolve));
  const handle = ipcMain.handle.bind(ipcMain);
  ipcMain.handle = (channel, answer) => handle(channel, async (...given) => {
    if (channel === 'app:get-info') await new Promise((resolve) => setTimeout(resolve, ${LATE_MS}));
    const said = await answer(...given);
    if (channel === 'app:report-drawn') onDrawn();
    return said;
  });`;

/**
 * Tells each picture once, from the moment when main shows the window to ten frames after the last
 * change.
 */
const PICTURES = `${NO_LATEST} ${DRAWN}
  app.on('browser-window-created', (_event, window) => {
    const inPage = (script) => window.webContents.executeJavaScript(script);
    const show = window.show.bind(window);
    window.show = async () => {
      show();
      await inPage(\`{
        self.seen = [];
        const look = () => {
          const picture = ${PICTURE};
          if (picture !== self.seen.at(-1)) self.seen.push(picture);
          requestAnimationFrame(look);
        };
        look();
      }\`);
      await drawn;
      tell(await inPage(\`new Promise((resolve) => {
        let frames = 10;
        const next = () => ((frames -= 1) < 0 ? resolve('[' + self.seen + ']') : requestAnimationFrame(next));
        next();
      })\`));
      leave();
    };
  });`;

/** One configuration's place and one profile, for starts one after the other. */
export class RepeatedStart {
  readonly profile: string;
  readonly config: string;
  readonly #emulator: Emulator;

  constructor(
    emulator: Emulator,
    config: ConfigJson,
    profile: string = makeSandboxFolder('profile-'),
  ) {
    this.#emulator = emulator;
    this.profile = profile;
    this.config = writeConfig(emulator, config);
  }

  /** Writes another configuration in the place of the first. */
  change(config: ConfigJson): void {
    copyFileSync(writeConfig(this.#emulator, config), this.config);
  }

  run(
    script: string,
    before: readonly string[] = [],
    after: readonly string[] = [],
  ): Promise<Ended> {
    const words = [...before, '--config', this.config, ...after];
    return hooked(words, script, { profile: this.profile });
  }

  /**
   * Starts the program up to its first view, so that it remembers its look.
   *
   * @returns the pictures of the window
   */
  async pictures(): Promise<readonly Picture[]> {
    const ended = await this.run(PICTURES);
    if (ended.code !== 0) throw new Error(`${String(ended.code)}: ${ended.stdout}${ended.stderr}`);
    return JSON.parse(ended.stdout) as readonly Picture[];
  }
}
