// @module-tag tried-again
/**
 * Reaction of `npm run dev` to an edit, in a copy of the sources: reloads the page on its screen,
 * restarts main.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ROOT } from '../../scripts/lib/repository-files.ts';
import { electronRuntime, requireElectron } from '../../lab/electron-runtime.ts';

const runtime = electronRuntime();
const reason = runtime.available ? '' : runtime.reason;
/** On a machine with other suites at work. */
const SEEN_MS = 60_000;
const WHOLE_MS = 180_000;
const ANSWER_MS = 2_000;
const COPIED = [
  'electron',
  'emulator',
  'lab',
  'launcher',
  'packaging',
  'renderer',
  'scripts',
  'shared',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

let copy = '';
let dev: ChildProcess | undefined;
afterEach(() => {
  dev?.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});

describe.skipIf(reason !== '')(`npm run dev${reason && ` (skipped: ${reason})`}`, () => {
  it(
    'shows an edit of the page on the screen that the login is at, and restarts an edited main',
    async () => {
      copy = copySources();
      let said = '';
      dev = spawn(
        process.execPath,
        [path.join(copy, 'scripts/dev.ts'), '--remote-debugging-port=0'],
        {
          env: {
            ...process.env,
            BROWSER: 'none',
            // The copy sets itself up with the Electron that is here.
            ELECTRON_OVERRIDE_DIST_PATH: requireElectron().dist,
          },
          stdio: ['ignore', 'inherit', 'pipe'],
        },
      );
      dev.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
      const ended = once(dev, 'exit');
      const seen = (what: string, expression: string, value: string) =>
        eventually(
          what,
          async () => (await inPage(said, expression)) === value,
          SEEN_MS,
          () => said,
        );

      await seen('the first screen', `${IS_ALIVE} && ${HEADING}`, 'Who is signing in?');
      // Again, should no answer say that it arrived: main takes one name.
      await seen('the second screen', `${SUBMIT}, ${HEADING}`, 'Confirm it is you');

      appendFileSync(
        path.join(copy, 'renderer/main.tsx'),
        "document.documentElement.dataset['edited'] = 'yes';\n",
      );
      await seen(
        'the edited page',
        `document.documentElement.dataset.edited + ${HEADING}`,
        'yesConfirm it is you',
      );

      const program = path.join(copy, 'electron/electron-api/program.ts');
      writeFileSync(program, readFileSync(program, 'utf8').replace('app.getVersion()', "'9.9.9'"));
      await seen('the edited main', `${IS_ALIVE} && ${VERSION}`, '9.9.9');

      dev.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    },
    WHOLE_MS,
  );
});

const HEADING = "document.querySelector('h1')?.textContent";
const SUBMIT = `${HEADING} === 'Who is signing in?' && gatehouse.login.submitUsername({ username: 'alice' })`;
const VERSION = 'gatehouse.app.getInfo({}).then(({ value }) => value.version)';
/** The page's script runs, so main answers: before that no page asks. */
const IS_ALIVE =
  "Object.keys(document.querySelector('input') ?? {}).some((key) => key.startsWith('__react'))";

function copySources(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-dev-'));
  for (const name of COPIED) {
    const source = path.join(ROOT, name);
    if (existsSync(source)) cpSync(source, path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** The value of an expression in the page of the Electron started last; null while there is no page. */
async function inPage(said: string, expression: string): Promise<unknown> {
  const port = [...said.matchAll(/DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/g)].at(-1)?.[1];
  if (port === undefined) return null;
  // A closing page does not answer.
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`, { signal });
    const targets = (await answer.json()) as readonly {
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    const page = targets.find(({ url }) => url.startsWith('app://'));
    if (page === undefined) return null;
    const socket = new WebSocket(page.webSocketDebuggerUrl);
    try {
      await once(socket, 'open', { signal });
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
      const [message] = (await once(socket, 'message', { signal })) as [MessageEvent<string>];
      return (JSON.parse(message.data) as { result?: { result: { value: unknown } } }).result
        ?.result.value;
    } finally {
      socket.close();
    }
  } catch {
    return null;
  }
}
