/** Scripts that open a window, on a system with unknown displays: refused at once. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  electronRuntime,
  requireElectron,
  runToEnd,
  type Ended,
} from '../../lab/electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Runs a script of npm in a Node that takes itself to be on this system. */
const runOn = (platform: string, name: string): Promise<Ended> => {
  const [, script = ''] =
    /(?:setup\.mjs|scripts\/run) (scripts\/\S+)$/.exec(scripts[name] ?? '') ?? [];
  expect(script).not.toBe('');
  const pretend = `Object.defineProperty(process, 'platform', { value: '${platform}' });`;
  const loader = `--import=data:text/javascript,${encodeURIComponent(pretend)}`;
  return runToEnd([process.execPath, loader, path.join(checkout, script)]);
};

/** The command of the refusal that starts the program. */
const START = /do: {2}.*node (node_modules\/electron\/cli\.js) \. (-- --config)/;

describe('scripts that open a window', () => {
  it.each([
    ['start', 'darwin', 'macOS', /node emulator\/main\.ts/],
    ['start', 'win32', 'Windows', /gatehouse-system\.exe.*node emulator\/main\.ts/],
    ['start', 'freebsd', 'freebsd', /node emulator\/main\.ts/],
    ['tour', 'darwin', 'macOS', START],
    ['smoke', 'win32', 'Windows', START],
  ])(
    'refuses npm run %s on %s, with the commands that work there',
    async (script, platform, name, says) => {
      const { code, stderr } = await runOn(platform, script);
      expect(code).toBe(1);
      expect(stderr).toContain(
        `✗ npm start, and other scripts that open a window, do not work on ${name}.`,
      );
      expect(stderr).toMatch(START);
      expect(stderr).toMatch(says);
    },
  );

  it.skipIf(!electronRuntime().available)(
    'starts the program by the command that the refusal names',
    async () => {
      const { stderr } = await runOn('darwin', 'start');
      const [, file = ''] = START.exec(stderr) ?? [];
      const { executable, appDir } = requireElectron();
      const env = { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(executable) };
      const words = [
        process.execPath,
        path.join(checkout, file),
        appDir,
        '--',
        '--version',
      ] as const;
      expect((await runToEnd(words, { env })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    },
  );
});
