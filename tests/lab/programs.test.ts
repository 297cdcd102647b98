/**
 * Set-up's check of programs that one suite needs: the missing ones, and the one command that
 * installs them.
 */
import { expect, it } from 'vitest';
import { missingParts, notInstalled } from '../../lab/programs.ts';

it.each([
  ['reader', ['orca', 'Xvfb'], 'xvfb'],
  ['mono', ['mcs', 'mono'], 'libsodium23'],
  ['wine', ['wine', 'wineserver'], 'fonts-dejavu-core'],
  ['system', ['journalctl', 'xauth'], 'systemd'],
] as const)('gives one line that installs the needs of "%s"', (name, programs, wanted) => {
  const all = missingParts(name, '/nowhere');
  expect(all).toEqual(expect.arrayContaining([...programs]));
  const { message, remedy = '' } = notInstalled(name, all);
  expect(message).toContain(`not installed: ${all.join(' ')}`);
  expect(remedy).toMatch(
    /^sudo apt-get update && sudo apt-get install -y --no-install-recommends [^\n]+$/,
  );
  expect(remedy.split(' ')).toContain(wanted);
});
