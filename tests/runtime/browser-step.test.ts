/** What set-up knows about the browser: what is missing, and the one command that installs it. */
import { expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

const { missingPrograms, notInstalled } = await loadScript<{
  missingPrograms: (searched: string) => string[];
  notInstalled: (programs: string[]) => Error & { remedy?: string };
}>('setup/browser.mjs');

it('says in one line how the browser is installed', () => {
  const all = missingPrograms('/nowhere');
  expect(all).toEqual(expect.arrayContaining(['chromium', 'xdg-open']));
  const { message, remedy = '' } = notInstalled(all);
  expect(message).toContain(`not installed: ${all.join(' ')}`);
  expect(remedy).toMatch(/^sudo apt-get update && sudo apt-get install -y .*\bchromium\b.*\bxdg-utils\b/);
  expect(remedy).not.toContain('\n');
});
