/** `npm start` on a system that it does not know: refused at once, before a shell that knows no `exec`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runToEnd } from './electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Runs the script before `start`, in a Node that takes itself to be on this system. */
const before = (platform: string): ReturnType<typeof runToEnd> => {
  const [, script = ''] = /^node (\S+)$/.exec(scripts['prestart'] ?? '') ?? [];
  expect(script).not.toBe('');
  const pretend = `Object.defineProperty(process, 'platform', { value: '${platform}' });`;
  const loader = `--import=data:text/javascript,${encodeURIComponent(pretend)}`;
  return runToEnd([process.execPath, loader, path.join(checkout, script)]);
};

it.each([
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
  ['freebsd', 'freebsd'],
])('is refused on %s, with the commands that work there', async (platform, name) => {
  const { code, stderr } = await before(platform);
  expect(code).toBe(1);
  expect(stderr).toContain(`✗ npm start does not work on ${name}.`);
  expect(stderr).toMatch(/do: {2}.*electron \. -- --config/);
});

it('is not held up on Linux', async () => {
  expect(await before('linux')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
