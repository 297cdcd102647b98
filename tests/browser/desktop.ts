import { chromium, type Browser, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asSandboxUser,
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { PROGRAMS } from '../../lab/programs.ts';
import { eventually } from '../support/eventually.ts';

const DEADLINE_MS = 60_000;

/** The programs of this suite that cannot be started here. */
export function missingPrograms(): readonly string[] {
  return PROGRAMS.browser.programs.filter((name) => {
    const [command, ...args] = asSandboxUser([name, '--version']);
    return (
      spawnSync(command, args, { stdio: 'ignore', timeout: DEADLINE_MS, cwd: '/' }).status !== 0
    );
  });
}

/**
 * Turns off Chromium's background traffic and first-run dialogs. Page behaviour is unchanged; the
 * sandbox stays on.
 */
const SWITCHES = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--password-store=basic',
  '--remote-debugging-port=0',
].join(' ');

/**
 * A person's home with Chromium as default browser, and a port for the person's clicks. Gatehouse
 * needs no setting for it: it starts `xdg-open`, which finds the browser as on every desktop.
 */
export class BrowserDesktop {
  readonly #folder = makeSandboxFolder('browser-');
  readonly #profile = join(this.#folder, 'profile');
  readonly #started = join(this.#folder, 'started');
  readonly #service: string;
  #browser: Browser | null = null;

  /** @param service where it is, as `service.baseUrl` has it */
  constructor(service: string) {
    this.#service = service;
    const applications = join(this.#folder, '.local', 'share', 'applications');
    const settings = join(this.#folder, '.config');
    for (const folder of [applications, settings, this.#profile])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    const program = join(this.#folder, 'browser');
    writeFileSync(
      program,
      `#!/bin/sh
printf '%s\\n' "$$ $1" >>'${this.#started}'
exec chromium --user-data-dir='${this.#profile}' ${SWITCHES} "$@" >>'${this.#folder}/said' 2>&1
`,
    );
    chmodSync(program, 0o755);
    writeFileSync(
      join(applications, 'browser.desktop'),
      `[Desktop Entry]\nType=Application\nName=Browser\nExec=${program} %u\nMimeType=x-scheme-handler/http;\n`,
    );
    writeFileSync(
      join(settings, 'mimeapps.list'),
      '[Default Applications]\nx-scheme-handler/http=browser.desktop\n',
    );
    prepareForSandboxUser(this.#folder);
  }

  /** The environment of this person's programs. */
  env(): NodeJS.ProcessEnv {
    const name = requireElectron().sandboxUser === null ? 'HOME' : 'GATEHOUSE_RUNNER_HOME';
    return {
      [name]: this.#folder,
      XDG_CONFIG_HOME: undefined,
      XDG_DATA_HOME: undefined,
      XDG_CURRENT_DESKTOP: undefined,
      DESKTOP_SESSION: undefined,
      KDE_FULL_SESSION: undefined,
      GNOME_DESKTOP_SESSION_ID: undefined,
      BROWSER: undefined,
    };
  }

  /** The addresses that the browser was started with, so far. */
  addresses(): readonly string[] {
    return this.#starts().map((line) => line.slice(line.indexOf(' ') + 1));
  }

  /** Waits until the browser shows so many pages on which a login is confirmed. */
  async pages(count = 1): Promise<readonly Page[]> {
    const browser = (this.#browser ??= await this.#connect());
    const found = (): readonly Page[] =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .filter((page) => page.url().startsWith(`${this.#service}/api/transaction/process/`));
    const seen = (): string =>
      browser
        .contexts()
        .flatMap((context) => context.pages().map((page) => page.url()))
        .join('\n');
    await eventually(
      `${String(count)} pages in the browser`,
      () => found().length === count,
      DEADLINE_MS,
      seen,
    );
    return found();
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.#browser?.close().catch(() => undefined);
    const pids = this.#starts().map((line) => Number(line.split(' ')[0]));
    for (const pid of pids) if (this.#isOurs(pid)) process.kill(pid, 'SIGKILL');
    await eventually(
      'the end of the browser',
      () => !pids.some((pid) => this.#isOurs(pid)),
      DEADLINE_MS,
    );
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #connect(): Promise<Browser> {
    const file = join(this.#profile, 'DevToolsActivePort');
    const lines = (): readonly string[] =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const said = (): string => {
      const output = join(this.#folder, 'said');
      return existsSync(output) ? readFileSync(output, 'utf8') : 'nothing has started the browser';
    };
    await eventually('the browser', () => lines().length === 2, DEADLINE_MS, said);
    const [port = '', path = ''] = lines();
    return chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`, { timeout: DEADLINE_MS });
  }

  #starts(): readonly string[] {
    return existsSync(this.#started)
      ? readFileSync(this.#started, 'utf8').split('\n').slice(0, -1)
      : [];
  }

  /** Whether this process is the browser of this home still, and no other that got its number. */
  #isOurs(pid: number): boolean {
    try {
      return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes(this.#profile);
    } catch {
      return false;
    }
  }
}
