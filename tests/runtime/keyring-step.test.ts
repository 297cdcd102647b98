/** What set-up knows about the keyring: what is missing, and the one command that installs it. */
import { expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

const { missingPrograms, notInstalled } = await loadScript<{
  missingPrograms: (searched: string) => string[];
  notInstalled: (programs: string[]) => Error & { remedy?: string };
}>('setup/keyring.mjs');

it('says in one line how the keyring is installed', () => {
  const all = missingPrograms('/nowhere');
  expect(all).toContain('gnome-keyring-daemon');
  const { message, remedy = '' } = notInstalled(all);
  expect(message).toContain(`not installed: ${all.join(' ')}`);
  expect(remedy).toMatch(/^sudo apt-get update && sudo apt-get install -y .*\bgnome-keyring\b/);
  expect(remedy).not.toContain('\n');
});
